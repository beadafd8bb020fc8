import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemIn, sendFile } from './send-file.ts'

const file = (name: string, size: number) => new File([new Uint8Array(size)], name)

describe('a proxy that takes little at once', () => {
  const KB = 1024
  const REFUSED = '<html><h1>413 Request Entity Too Large</h1></html>'

  /** Requests to a server behind a proxy that refuses bodies of more than `most` bytes. */
  function proxyOf(most: number) {
    const accepted: { chunk: number; chunks: number; uploadId: string | null; size: number }[] = []
    const refused: number[] = []
    class FakeRequest extends EventTarget {
      readonly upload = new EventTarget()
      status = 0
      responseText = ''
      #url = new URL('http://wiki.example')
      open(_method: string, url: string) {
        this.#url = new URL(url, 'http://wiki.example')
      }
      setRequestHeader() {}
      send({ size }: Blob) {
        this.status = size > most ? 413 : 200
        this.responseText = size > most ? REFUSED : '{}'
        const { searchParams: query } = this.#url
        const [chunk, chunks] = [Number(query.get('chunk') ?? 0), Number(query.get('chunks') ?? 1)]
        if (size > most) refused.push(size)
        else accepted.push({ chunk, chunks, uploadId: query.get('uploadId'), size })
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    return { accepted, refused }
  }
  const upload = async (size: number, chunkSize: number) => {
    const send = (name: string) =>
      sendFile({ pageId: '1', spaceKey: 'A' }, file(name, size), chunkSize, () => {}, new AbortController().signal)
    await send('one.bin')
    return send
  }
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['whole', 0, 400],
    // The window knows the limit from before, so this one is lower.
    ['in chunks', 3000 * KB, 100],
  ])('gets files in smaller chunks that were refused %s, and later files at once', async (_name, chunkSize, most) => {
    const size = 5000 * KB
    const { accepted, refused } = proxyOf(most * KB)
    const send = await upload(size, chunkSize)
    expect(refused.length).toBeGreaterThan(0)
    const [first] = accepted
    const uploads = Map.groupBy(accepted, one => one.uploadId)
    expect(uploads.size).toBe(1)
    expect(accepted.map(one => one.chunk)).toEqual(Array.from({ length: first?.chunks ?? 0 }, (_, chunk) => chunk))
    expect(accepted.reduce((sum, one) => sum + one.size, 0)).toBe(size)
    const tries = refused.length
    await send('two.bin')
    expect(refused).toHaveLength(tries)
    expect(accepted).toHaveLength(2 * (first?.chunks ?? 0))
  })

  it('is named where it refuses even the smallest chunks', async () => {
    const { accepted, refused } = proxyOf(10)
    await expect(upload(1000 * KB, 0)).rejects.toThrow('A proxy in front of the wiki does not accept requests')
    expect(accepted).toEqual([])
    expect(refused.at(-1)).toBe(64 * KB)
  })

  it('is not blamed for a limit of the wiki', () => {
    expect(problemIn(413, '{"message":"No room"}')).not.toHaveProperty('name', 'ProxyLimitError')
    expect(problemIn(413, REFUSED)).toMatchObject({ name: 'ProxyLimitError', code: -200 })
    expect(problemIn(502, REFUSED)).toMatchObject({ message: 'Invalid response received from the server.' })
  })
})
