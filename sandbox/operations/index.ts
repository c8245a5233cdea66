import type { OperationDefinition } from './definition'

/** What customers can have done. */
export const operations: readonly OperationDefinition[] = []
