/** How long the framework waits for the start of an answer, and then for each further piece of it. */
export const ANSWER_WAIT_MS = 10_000

/**
 * `send`, but a request is aborted when nothing of its answer arrives for too long. A proxy that swallows requests would
 * otherwise leave the page waiting for ever. An answer that keeps arriving may take as long as it needs.
 */
export async function sendBounded(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  const giveUp = new AbortController()
  const { signal } = init
  const follow = () => giveUp.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { once: true })

  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = setTimeout(
      () => giveUp.abort(new DOMException('No answer arrived in time.', 'TimeoutError')),
      ANSWER_WAIT_MS,
    )
  }
  restart()
  try {
    const answer = await send(input, { ...init, signal: giveUp.signal })
    if (answer.body === null) {
      stop()
      return answer
    }
    restart()
    return withBody(answer, watch(answer.body, restart, stop))
  } catch (error) {
    stop()
    throw error
  }
}

function watch(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPiece: () => void,
  onEnd: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, controller) => {
        onPiece()
        controller.enqueue(piece)
      },
      flush: onEnd,
    }),
  )
}

/** The framework reads where an answer came from, which a new `Response` does not know. */
function withBody(answer: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  const copy = new Response(body, answer)
  Object.defineProperty(copy, 'url', { value: answer.url })
  Object.defineProperty(copy, 'redirected', { value: answer.redirected })
  return copy
}
