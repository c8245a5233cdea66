'use client'

import { useCallback, useRef, useState } from 'react'
import { ProblemError } from './problem-error'

type State = { step: 'idle' | 'pending' | 'done'; problem: ProblemError | null }

const idle: State = { step: 'idle', problem: null }

/**
 * One write to our own server at a time: a second call while the first is out, or after it succeeded, does
 * nothing. `done` lasts until `reset`, for a page that is about to be left.
 */
export function useWrite<Input extends unknown[], Answer>(
  send: (...input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const [state, setState] = useState(idle)
  const busy = useRef(false)

  const write = async (...input: Input) => {
    // The state of the last render may be old by a click; the reference is not.
    if (busy.current) return
    busy.current = true
    setState({ step: 'pending', problem: null })
    try {
      const answer = await send(...input)
      setState({ step: 'done', problem: null })
      onDone(answer)
    } catch (error) {
      busy.current = false
      const problem = error instanceof ProblemError ? error : new ProblemError('internal')
      setState({ step: 'idle', problem })
    }
  }

  const reset = useCallback(() => {
    busy.current = false
    setState(idle)
  }, [])

  return { write, reset, pending: state.step !== 'idle', problem: state.problem }
}
