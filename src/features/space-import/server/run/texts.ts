import type { Context } from '#platform/server/context.ts'
import { messageOf } from '#platform/message-of.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { WorkerError } from '#platform/server/workers/index.ts'
import { rewriteReferences, serialise, type Reference, type ReferenceChange } from '#language/index.ts'
import { documentOf } from '#features/content-core/server/read.ts'
import { macrosOf } from '#features/content-core/server/render.ts'
import { readBody, type ReadBody } from '#features/content-core/server/write.ts'
import { isAllowedReference } from '../package/text-parts.ts'
import type { StagedBody } from '../package/staging-store.ts'
import type { Addresses } from './addresses.ts'
import { MacroParameters, type NamesHere } from './parameters.ts'
import type { People } from './people.ts'
import type { ImportReport } from './report.ts'

/** Formats of a body by their numbers in the export. */
const WIKI_MARKUP = 0

/** Characters of a text that is shown as it is: it is to be read again, escaped. */
const MOST_SHOWN = 1_000_000

/** Context of bringing texts into this wiki. */
export interface TextsOptions {
  ctx: Context
  people: People
  report: ImportReport
  addresses: Addresses
  /** The name of a template of the export. */
  templateName(id: string): string | undefined
}

/** Reads the texts of an export into storage format that means the same here. */
export class Texts {
  readonly #options: TextsOptions
  readonly #parameters: MacroParameters
  readonly #names: NamesHere

  constructor(options: TextsOptions) {
    const { addresses, ctx } = options
    this.#options = options
    this.#parameters = new MacroParameters(macrosOf(ctx.app))
    this.#names = {
      keyHere: key => this.#keyHere(key),
      idHere: id => addresses.idHere(id),
      addressHere: address => addresses.here(address),
      templateName: id => options.templateName(id),
    }
  }

  /** Whether the wiki has a macro of this name. */
  knowsMacro(name: string): boolean {
    return this.#parameters.knows(name)
  }

  /**
   * A text, with its mentions and links to what they are called here. One that cannot be read is stored as it is, in a
   * code block, so that nothing is lost.
   * @param where names the text in the report
   */
  async read(body: StagedBody | undefined, where: string): Promise<ReadBody> {
    const { ctx, report } = this.#options
    const { text = '', type = 2 } = body ?? {}
    const representation = type === WIKI_MARKUP ? 'wiki' : 'storage'
    const brought = async (value: string) => this.#brought(await readBody(ctx.app, { value, representation }, 'others'))
    try {
      return await brought(text)
    } catch (error) {
      notOfText(error)
      const { allowed, forbidden } = withoutForbidden(text)
      const repaired = forbidden > 0 ? await brought(allowed).catch(notOfText) : undefined
      if (repaired) {
        report.remark('The text of "{{where}}" has characters that XML forbids, which were left out: {{number}}', {
          where,
          number: forbidden,
        })
        return repaired
      }
      const reason = messageOf(error)
      if (text.length > MOST_SHOWN)
        report.remark(
          'The text of "{{where}}" cannot be read: {{reason}}. Its first {{number}} characters are shown as they are',
          { where, reason, number: MOST_SHOWN },
        )
      else report.remark('The text of "{{where}}" cannot be read and is shown as it is: {{reason}}', { where, reason })
      return readBody(ctx.app, { value: asCode(text.slice(0, MOST_SHOWN)), representation: 'storage' }, 'others')
    }
  }

  async #brought(read: ReadBody): Promise<ReadBody> {
    const { ctx, people } = this.#options
    const users = new Map<string, string>()
    for (const reference of read.facts.references) {
      if (reference.kind !== 'user') continue
      const account = await people.account(reference)
      if (account && account.user_key !== reference.userKey) users.set(keyOf(reference), account.user_key)
    }
    const linked = rewriteReferences(documentOf(read.storage), reference => this.#changeOf(reference, users))
    const called = read.facts.macros.length > 0 ? this.#parameters.rewritten(linked.doc, this.#names) : undefined
    if (linked.changed === 0 && !called?.changed) return read
    const value = serialise(called?.doc ?? linked.doc)
    return readBody(ctx.app, { value, representation: 'storage' }, 'others')
  }

  #changeOf(reference: Reference, users: ReadonlyMap<string, string>): ReferenceChange | undefined {
    switch (reference.kind) {
      case 'user': {
        const userKey = users.get(keyOf(reference))
        return userKey === undefined ? undefined : { userKey }
      }
      case 'url': {
        const value = this.#options.addresses.here(reference.value)
        return value === undefined ? undefined : { value }
      }
      case 'page':
      case 'blog-post':
      case 'space': {
        const spaceKey = this.#keyHere(reference.spaceKey)
        return spaceKey === undefined ? undefined : { spaceKey }
      }
      case 'content-entity': {
        const id = this.#options.addresses.idHere(reference.id)
        return id === undefined ? undefined : { id }
      }
      // The owner of an attachment is a reference by itself.
      default:
        return undefined
    }
  }

  #keyHere(key: string | undefined): string | undefined {
    return key === undefined ? undefined : this.#options.addresses.keyHere(key)
  }
}

function keyOf({ userKey, username, accountId }: Extract<Reference, { kind: 'user' }>): string {
  return `${userKey} ${username} ${accountId}`
}

/** Throws errors of the server, not of a text: the import stops, and goes on from there another time. */
function notOfText(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
  if (error.status >= 500 && !(error instanceof WorkerError && error.wasBegun)) throw error
}

/** Sections and comments, which have no references, and references to characters by their numbers. */
const SECTIONS_AND_REFERENCES = /<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|&#(?:[xX]([\da-fA-F]+)|(\d+));/g

/** A text without the references to characters that XML forbids. */
function withoutForbidden(text: string): { allowed: string; forbidden: number } {
  let forbidden = 0
  const allowed = text.replace(
    SECTIONS_AND_REFERENCES,
    (found, hex: string | undefined, decimal: string | undefined) => {
      if (!found.startsWith('&') || isAllowedReference(hex, decimal)) return found
      forbidden++
      return ''
    },
  )
  return { allowed, forbidden }
}

function asCode(text: string): string {
  const safe = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
  return (
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">xml</ac:parameter>' +
    `<ac:plain-text-body><![CDATA[${safe.replaceAll(']]>', ']]]]><![CDATA[>')}]]></ac:plain-text-body></ac:structured-macro>`
  )
}
