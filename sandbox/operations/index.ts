import type { OperationDefinition } from './definition'
import { moneyTransfer } from './money-transfer'

/** The operations of this bank. A further one is a further definition here. */
export const operations: readonly OperationDefinition[] = [moneyTransfer]
