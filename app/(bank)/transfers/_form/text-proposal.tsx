'use client'

import { readBankText, type TextFault, textLengths } from '@/lib/domain/bank-text'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { fieldId } from './field'

type TextProposalProps = { of: keyof typeof textLengths; text: string; onTake: (text: string) => void }

/** Whether the text has what banks do not pass on: then the proposal stands in the place of the fault. */
export function isStrange(of: keyof typeof textLengths, text: string): boolean {
  return readBankText(text, textLengths[of]).kind === 'faults'
}

/** Names the characters that banks do not pass on, and what could stand in their place: to take, or to leave. */
export function TextProposal({ of, text, onTake }: TextProposalProps) {
  const t = useWords('transferForm')
  const reading = readBankText(text, textLengths[of])
  if (reading.kind !== 'faults') return null
  const { faults, proposal } = reading
  const characters = strangeOf(faults)
  return (
    <div id={`${fieldId(of)}-fault`} className="rounded-control bg-warning-wash px-4 py-2.5 text-warning">
      <p>{characters === '' ? t('proposal.slash') : t('proposal.title', { characters })}</p>
      {proposal === undefined ? (
        of === 'payeeName' && <p>{t('proposal.none')}</p>
      ) : (
        <>
          <p>
            {t('proposal.instead')}{' '}
            <strong className="font-semibold [overflow-wrap:anywhere]">{proposal}</strong>
          </p>
          <Button look="notice" onClick={() => onTake(proposal)}>
            {t('proposal.take')}
          </Button>
        </>
      )}
    </div>
  )
}

const strangeOf = (faults: readonly TextFault[]) =>
  [...new Set(faults.flatMap((fault) => (fault.kind === 'character' ? [fault.character] : [])))].join(' ')
