import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { HttpClient, HttpReply } from '#platform/server/testing/client.ts'
import type { Fact, Ledger } from './ledger.ts'

interface Page {
  readonly id: string
  version: number
  title: string
  readonly files: { readonly id: string; readonly name: string }[]
  readonly labels: string[]
}

/** Shared state of all writers. */
export interface Scene {
  client: HttpClient
  readonly ledger: Ledger
  readonly spaceKey: string
  /** A page that every writer edits, so that they collide. */
  readonly sharedPage: string
  /** True from the moment at which answers may fail to come. */
  killed: boolean
  /** Answers that no write should get; each is a defect. */
  readonly refusals: string[]
}

const MAX_FILE = 200_000
const FETCH_FAILED = new Set(['TypeError', 'AbortError', 'SocketError'])

/** One busy user: writes one thing after the other, and notes what the wiki acknowledged. */
export class Writer {
  readonly #scene: Scene
  readonly #pages: Page[] = []
  #count = 0

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Writes until `stopped`, or until the server is gone. */
  async run(stopped: () => boolean): Promise<void> {
    try {
      for (const page of this.#pages) await this.#refresh(page)
      while (!stopped()) await this.#writeSomething()
    } catch (error) {
      if (!this.#scene.killed || !FETCH_FAILED.has((error as Error).name)) throw error
      this.#scene.ledger.unanswered++
    }
  }

  async #writeSomething(): Promise<void> {
    const page = this.#pages[randomInt(Math.max(1, this.#pages.length))]
    const dice = randomInt(100)
    if (!page || dice < 15) return this.#create()
    if (dice < 40) return this.#update(page, page.title)
    if (dice < 45) return this.#update(page, `Renamed ${randomUUID()}`)
    if (dice < 52) return this.#updateShared()
    if (dice < 62) return this.#comment(page)
    if (dice < 72) return this.#attach(page)
    if (dice < 84) return this.#label(page)
    if (dice < 92) return this.#move(page)
    return this.#restrict(page)
  }

  async #create(): Promise<void> {
    const parent = this.#pages[randomInt(Math.max(1, this.#pages.length))]
    const token = randomUUID()
    const title = `Page ${token}`
    const reply = await this.#send('POST', '/rest/api/content', {
      type: 'page',
      title,
      space: { key: this.#scene.spaceKey },
      body: this.#text(token),
      ...(parent && randomInt(3) > 0 ? { ancestors: [{ id: parent.id }] } : {}),
    })
    if (!reply) return
    const id = String(reply.json.id)
    this.#pages.push({ id, version: 1, title, files: [], labels: [] })
    this.#scene.ledger.note({ what: 'version', id, name: '1', value: token })
  }

  async #update(page: Page, title: string): Promise<void> {
    const token = randomUUID()
    const version = page.version + 1
    const reply = await this.#send('PUT', `/rest/api/content/${page.id}`, {
      type: 'page',
      title,
      version: { number: version, message: token },
      body: this.#text(token),
    })
    if (!reply) return
    Object.assign(page, { version, title })
    this.#scene.ledger.note({ what: 'version', id: page.id, name: String(version), value: token })
  }

  async #updateShared(): Promise<void> {
    const id = this.#scene.sharedPage
    const before = await this.#send('GET', `/rest/api/content/${id}`)
    if (!before) return
    const token = randomUUID()
    const version = Number(before.json.version.number) + 1
    const reply = await this.#send(
      'PUT',
      `/rest/api/content/${id}`,
      {
        type: 'page',
        title: 'Shared',
        version: { number: version },
        body: this.#text(token),
      },
      [409],
    )
    if (reply) this.#scene.ledger.note({ what: 'version', id, name: String(version), value: token })
  }

  async #comment(page: Page): Promise<void> {
    const token = randomUUID()
    const reply = await this.#send('POST', '/rest/api/content', {
      type: 'comment',
      container: { id: page.id, type: 'page' },
      body: { storage: { value: `<p>${token}</p>`, representation: 'storage' } },
    })
    if (reply) this.#scene.ledger.note({ what: 'comment', id: String(reply.json.id), name: '', value: token })
  }

  async #attach(page: Page): Promise<void> {
    const bytes = randomBytes(randomInt(MAX_FILE))
    const file = page.files[randomInt(page.files.length + 1)]
    const name = file?.name ?? `${randomUUID()}.bin`
    const form = new FormData()
    form.append('file', new File([bytes], name, { type: 'application/octet-stream' }))
    const path = `/rest/api/content/${page.id}/child/attachment`
    const reply = await this.#send('POST', file ? `${path}/${file.id}/data` : path, form)
    if (!reply) return
    const attachment = file ? reply.json : reply.json.results[0]
    if (!file) page.files.push({ id: String(attachment.id), name })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#scene.ledger.note({
      what: 'file',
      id: page.id,
      name: `${name}?version=${attachment.version.number}`,
      value: sha256,
    })
  }

  async #label(page: Page): Promise<void> {
    const path = `/rest/api/content/${page.id}/label`
    const old = page.labels[randomInt(page.labels.length + 1)]
    const name = old ?? `label-${randomUUID()}`
    const place = { what: 'label' as const, id: page.id, name }
    if (old === undefined) page.labels.push(name)
    const remove = old !== undefined && randomInt(2) === 0
    await this.#place(place, remove ? 'absent' : 'present', () =>
      remove
        ? this.#send('DELETE', `${path}/${name}`, undefined, [404])
        : this.#send('POST', path, [{ prefix: 'global', name }]),
    )
  }

  async #move(page: Page): Promise<void> {
    const target = this.#pages[randomInt(this.#pages.length)]
    if (!target || target === page) return
    // A page cannot go below itself: 400.
    await this.#place({ what: 'parent', id: page.id, name: '' }, target.id, () =>
      this.#send('PUT', `/rest/api/content/${page.id}/move/append/${target.id}`, undefined, [400]),
    )
  }

  async #restrict(page: Page): Promise<void> {
    const path = `/rest/api/content/${page.id}/restriction`
    const lift = randomInt(2) === 0
    await this.#place({ what: 'restriction', id: page.id, name: '' }, lift ? 'none' : 'admin', () =>
      lift ? this.#send('DELETE', path) : this.#send('PUT', `${path}/byOperation/read/user?userName=admin`),
    )
  }

  async #place(place: Omit<Fact, 'value'>, value: string, write: () => Promise<HttpReply | undefined>): Promise<void> {
    this.#scene.ledger.begin(place)
    const reply = await write()
    this.#scene.ledger.end(place, reply && { ...place, value })
  }

  async #refresh(page: Page): Promise<void> {
    const reply = await this.#send('GET', `/rest/api/content/${page.id}`)
    if (reply) Object.assign(page, { version: Number(reply.json.version.number), title: String(reply.json.title) })
  }

  /** @returns undefined when the answer is one of `allowed`, or one that no write should get */
  async #send(
    method: string,
    path: string,
    body?: unknown,
    allowed: readonly number[] = [],
  ): Promise<HttpReply | undefined> {
    const headers = { 'x-atlassian-token': 'no-check' }
    const reply = await this.#scene.client.send(method, path, body, headers)
    if (reply.status < 300) return reply
    if (!allowed.includes(reply.status))
      this.#scene.refusals.push(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return undefined
  }

  /** Some text with the token in it, and a link to a page that may be renamed. */
  #text(token: string) {
    const linked = this.#pages[this.#count++ % Math.max(1, this.#pages.length)]
    const link = linked ? `<p><ac:link><ri:page ri:content-title="${linked.title}" /></ac:link></p>` : ''
    return {
      storage: {
        value: `<p>${token}</p>${link}<p>${'lorem ipsum '.repeat(randomInt(200))}</p>`,
        representation: 'storage',
      },
    }
  }
}
