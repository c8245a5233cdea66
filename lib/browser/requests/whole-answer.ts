/** Many times the largest page of ours. */
const MOST_BYTES = 8 * 1024 * 1024
/** `sendBounded` bounds each piece; a sender of endless small ones is given up, too. */
const WHOLE_WAIT_MS = 60_000

/**
 * Reads an answer of the router to its end and hands it on whole. Of one that was cut on the way the router would show what
 * came, and an error page for the rest; so it is refused, as one that never came.
 * @throws TypeError where the answer is cut, too large or too slow
 */
export async function wholeAnswer(answer: Response): Promise<Response> {
  const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/x-component') === true
  if (!isPage || answer.body === null) return answer
  const bytes = await readBytes(answer.body)
  if (!isWholeFlight(bytes)) throw new TypeError('The answer was cut short.')
  const whole = new Response(bytes, answer)
  Object.defineProperty(whole, 'url', { value: answer.url })
  Object.defineProperty(whole, 'redirected', { value: answer.redirected })
  return whole
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), WHOLE_WAIT_MS)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length
      if (size > MOST_BYTES) throw new TypeError('The answer is too large.')
      pieces.push(next.value)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(late)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

const COLON = 0x3a
const COMMA = 0x2c
const NEWLINE = 0x0a
/** Rows of texts and bytes, which say how long they are instead of ending with the line. */
const SIZED = new Set([...'TAOoUSsLlGgMmVb'])
/** A reference to another row, among the texts of a row. */
const REFERENCE = /^\$[L@QWBKhi]?([0-9a-f]+)(?::|$)/

/** Whether an answer in React's format (rows of `id:…`) ends with a row, and has every row that its rows refer to. */
export function isWholeFlight(bytes: Uint8Array): boolean {
  const text = new TextDecoder()
  const there = new Set<string>()
  const wanted = new Set<string>()
  let at = 0
  while (at < bytes.length) {
    const colon = bytes.indexOf(COLON, at)
    if (colon < 0) return false
    there.add(text.decode(bytes.subarray(at, colon)))
    const tag = String.fromCharCode(bytes[colon + 1] ?? 0)
    const end = SIZED.has(tag) ? endOfSized(bytes, colon + 2) : bytes.indexOf(NEWLINE, colon) + 1
    if (end <= 0 || end > bytes.length) return false
    if (/[[{"]/.test(tag) && !noteReferences(text.decode(bytes.subarray(colon + 1, end)), wanted))
      return false
    at = end
  }
  return there.size > 0 && [...wanted].every((id) => there.has(id))
}

function endOfSized(bytes: Uint8Array, from: number): number {
  const comma = bytes.indexOf(COMMA, from)
  const size =
    comma < 0 ? Number.NaN : Number.parseInt(new TextDecoder().decode(bytes.subarray(from, comma)), 16)
  return Number.isNaN(size) ? -1 : comma + 1 + size
}

function noteReferences(json: string, wanted: Set<string>): boolean {
  try {
    JSON.parse(json, (_, value: unknown) => {
      const id = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined
      if (id !== undefined) wanted.add(id)
      return value
    })
    return true
  } catch {
    return false
  }
}
