import type { HttpClient, HttpReply, TestWiki } from '#platform/server/testing/harness.ts'

/** A part of a multipart form, written by hand so that each quirk of a client can be. */
export interface FormPart {
  /** Header lines without the last line break. */
  headers: string
  body: string | Buffer
}

const BOUNDARY = '----oxbowTestBoundary7MA4YWxk'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

/** A part with the usual header; `filename` undefined leaves it out. */
export function part(name: string, body: string | Buffer, filename?: string, type?: string): FormPart {
  const disposition = `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
  return { headers: type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`, body }
}

export function multipart(parts: readonly FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...NO_CHECK },
  }
}

/** Sends a form of these parts. */
export function sendForm(
  client: HttpClient,
  path: string,
  parts: readonly FormPart[],
  method = 'POST',
): Promise<HttpReply> {
  const { body, headers } = multipart(parts)
  return client.send(method, path, body, headers)
}

export function childPath(pageId: string): string {
  return `/rest/api/content/${pageId}/child/attachment`
}

/** Attaches one file and returns its answer. @throws when it is refused */
export async function attach(
  client: HttpClient,
  pageId: string,
  name: string,
  body: string | Buffer,
  type = 'text/plain',
) {
  const reply = await sendForm(client, childPath(pageId), [part('file', body, name, type)])
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.json.results[0] as {
    id: string
    title: string
    version: { number: number }
    _links: Record<string, string>
  }
}

/** Makes a page. @throws when it is refused */
export async function makePage(wiki: TestWiki, title: string, more: object = {}): Promise<string> {
  const reply = await wiki.admin.post('/rest/api/content', {
    type: 'page',
    title,
    space: { key: 'FILES' },
    body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
    ...more,
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.json.id as string
}

export async function makeSpace(wiki: TestWiki): Promise<void> {
  const reply = await wiki.admin.post('/rest/api/space', { key: 'FILES', name: 'Files' })
  if (reply.status !== 200) throw new Error(reply.text)
}

/** The names of a page's attachments. */
export async function namesOn(client: HttpClient, pageId: string): Promise<string[]> {
  const reply = await client.get(childPath(pageId))
  return (reply.json.results as { title: string }[]).map(row => row.title)
}
