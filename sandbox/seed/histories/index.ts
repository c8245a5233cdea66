import type { HistoryName } from '../customer-seed'
import { business, exportSales, imports, marketplace, payroll, till, treasury } from './business'
import type { History } from './history'
import { condominium, ended, family, household, overdrawn, pension, unused } from './private'
import { card, deposit, foreign, savings } from './savings-and-cards'

export const histories: Readonly<Record<HistoryName, History>> = {
  household,
  family,
  condominium,
  pension,
  overdrawn,
  ended,
  unused,
  savings,
  deposit,
  card,
  foreign,
  business,
  payroll,
  treasury,
  export: exportSales,
  imports,
  till,
  marketplace,
}
