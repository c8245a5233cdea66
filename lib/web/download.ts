import type { ExportFile } from '@/lib/exports'
import { AppError } from '@/lib/flows'
import type { Server } from '@/lib/server'
import type { DownloadSlot } from './download-slots'

/** So much is made before anything is sent: most files whole, and their problems are answers and not broken files. */
const READ_AHEAD_BYTES = 256 * 1024
const CHUNK_BYTES = 64 * 1024
const ATTEMPTS = 3

export type Download = ExportFile & {
  /** Asked after the last of the text: throws when the file is not to be trusted. */
  requireUnchanged(): Promise<void>
}

/**
 * A file made while it is sent, of any length in the memory of a few chunks: the reader sets the pace. When what it is
 * made of has changed by its end, it restarts as long as nothing was sent; later the download breaks off, which
 * every browser shows as failed and none keeps. Until the file is made, or its reader has gone, the customer gets no other.
 * @throws RequestError download_under_way
 */
export async function downloadResponse(
  open: () => Promise<Download>,
  {
    server,
    customerId,
    reference,
  }: { server: Pick<Server, 'log' | 'downloads'>; customerId: string; reference: string },
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const slot = server.downloads.take(customerId)
    try {
      const download = await open()
      const chunks = chunksOf(download, slot)
      const first = await readAhead(chunks)
      return new Response(streamOf(first, chunks, server, reference), {
        headers: {
          'content-type': download.contentType,
          'content-disposition': download.contentDisposition,
          'cache-control': 'private, no-store',
        },
      })
    } catch (error) {
      slot.release()
      const isOver =
        attempt === ATTEMPTS || !(error instanceof AppError) || error.code !== 'changed_meanwhile'
      if (isOver) throw error
    }
  }
}

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>

async function* chunksOf({ text, requireUnchanged }: Download, slot: DownloadSlot): Chunks {
  const encoder = new TextEncoder()
  let waiting = ''
  try {
    for await (const piece of text) {
      slot.use()
      waiting += piece
      if (waiting.length < CHUNK_BYTES) continue
      yield encoder.encode(waiting)
      waiting = ''
    }
    // Before the end is sent: a file that came whole is one that can be trusted.
    await requireUnchanged()
  } finally {
    slot.release()
  }
  if (waiting !== '') yield encoder.encode(waiting)
}

async function readAhead(chunks: Chunks): Promise<Uint8Array<ArrayBuffer>[]> {
  const read: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  while (size < READ_AHEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    read.push(next.value)
    size += next.value.byteLength
  }
  return read
}

function streamOf(
  first: Uint8Array<ArrayBuffer>[],
  rest: Chunks,
  { log }: Pick<Server, 'log'>,
  reference: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const chunk = first.shift() ?? (await rest.next()).value
          if (chunk === undefined) controller.close()
          else controller.enqueue(chunk)
        } catch (error) {
          log.info({ reference, err: error }, 'a download broke off')
          controller.error(error)
        }
      },
      async cancel() {
        await rest.return()
      },
    },
    { highWaterMark: 1 },
  )
}
