/*
 * What `verify<N>` asks for. The spec leaves it open (lib/bank/README.md), so it is known by the step's number, for the
 * one bank that this client is set up for: a SEPA transfer to a payee outside the EEA needs the payee's address.
 */

/** `name` as the bank has it; `longest` in characters of the SEPA set (bank-text.ts). */
export type StepField = { name: 'beneficiaryAddress' | 'beneficiaryTown'; longest: number }

const STEPS: Readonly<Record<number, readonly StepField[]>> = {
  1: [
    { name: 'beneficiaryAddress', longest: 70 },
    { name: 'beneficiaryTown', longest: 35 },
  ],
}

/** Undefined for a step that this client cannot fill in. */
export function stepFields(step: number): readonly StepField[] | undefined {
  return STEPS[step]
}
