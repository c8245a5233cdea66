import { describe, expect, it } from 'vitest'
import { bankLimits } from '@/lib/domain/bank-limits'
import { locales } from '@/lib/domain/locale'
import { askedFields, fieldNamedBy, isStepFieldName } from '@/lib/domain/transfers/transfer-steps'
import { messagesOf } from '@/lib/i18n/messages'

const naming = (...details: string[]) => details.map((detail) => ({ detail }))
const namesOf = (...details: string[]) => askedFields(naming(...details))?.map(({ name }) => name)

describe('the field that a message names', () => {
  it.each([
    ['beneficiaryTown', 'beneficiaryTown'],
    [' data.beneficiaryTown\n', 'beneficiaryTown'],
    ['town', 'town'],
    ['EUR', 'EUR'],
    ['payees[0].town', 'payees[0].town'],
    ['/data/beneficiaryTown', '/data/beneficiaryTown'],
    ['beneficiaryAddress,beneficiaryTown', 'beneficiaryAddress,beneficiaryTown'],
    ['città', 'città'],
    ['', undefined],
    ['  ', undefined],
    ['The town of the payee', undefined],
    ['04/06/2035', undefined],
    ['25.50', undefined],
  ])('%j: %j', (detail, name) => expect(fieldNamedBy({ detail })).toBe(name))
})

describe('the fields of a step', () => {
  it.each([
    [['beneficiaryTown'], ['beneficiaryTown']],
    [
      ['beneficiaryTown', 'beneficiaryAddress'],
      ['beneficiaryAddress', 'beneficiaryTown'],
    ],
    [['data.beneficiaryTown', 'beneficiaryTown', '04/06/2035', ''], ['beneficiaryTown']],
    [[], undefined],
    [['', 'The town of the payee'], undefined],
    [['beneficiaryTaxCode'], undefined],
    [['beneficiaryTown', 'beneficiaryTaxCode'], undefined],
    [['beneficiarytown'], undefined],
    [['constructor'], undefined],
    [['beneficiaryTown', 'EUR'], undefined],
  ])('of %j: %j', (details, names) => expect(namesOf(...details)).toEqual(names))

  it('are unknown when messages may have been dropped', () => {
    const most = Array<string>(bankLimits.messages - 2).fill('')
    expect(namesOf('beneficiaryTown', ...most)).toEqual(['beneficiaryTown'])
    expect(namesOf('beneficiaryTown', '', ...most)).toBeUndefined()
  })
})

it.each(locales)('each field has words: %s', (locale) => {
  const { field } = messagesOf(locale).transferRun
  const names = Object.keys(field)
  expect(names.filter(isStepFieldName)).toEqual(names)
  expect(namesOf(...names)).toEqual(names)
})
