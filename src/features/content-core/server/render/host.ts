import type {
  BlogPostReference,
  ChildPage,
  ChildrenQuery,
  IncludedPage,
  PageReference,
  Reference,
  RenderHost,
  RenderPage,
  Resolved,
} from '#language/index.ts'
import { pageByText, referenceKey } from '#language/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Context } from '#platform/server/context.ts'
import { addSources, madeFrom, readExtension, type Source } from '#platform/server/database/index.ts'
import { spaceOfKey, spacesById } from '#features/spaces/server/index.ts'
import { emojiPictures } from '../extension-points.ts'
import { documentOf, factsOf } from '../model/documents.ts'
import { meantTitleKey } from '../titles.ts'
import { contentPath } from '../model/urls.ts'
import { sourcesOf, storageOf, versionOf, type ContentRow } from '../store.ts'
import { pagesBelow } from '../store/below.ts'
import { currentWithSpaces, guardsOfTitled, titledInSpaces, type ContentInSpace } from '../store/links.ts'
import { MentionedPeople, resolveUsers } from './people.ts'

/** How another feature finds what references of one kind name, e.g. attachments. */
export interface ReferenceResolver {
  readonly kind: Reference['kind']
  resolve(
    ctx: Context,
    references: readonly Reference[],
    page: RenderPage,
    host: WikiHost,
  ): Promise<ReadonlyMap<string, Resolved>>
}
export const referenceResolvers = extensionPoint<ReferenceResolver>('content.reference-resolvers')

/** For whom a macro of a feature is rendered. */
export function contextOf({ host }: { readonly host: RenderHost }): Context {
  if (!(host instanceof WikiHost)) throw new TypeError('Macros of features are rendered by the wiki alone')
  return host.ctx
}

/** Key of the space that a content is in. */
export async function spaceKeyOf(ctx: Context, row: Pick<ContentRow, 'space_id'>): Promise<string> {
  return (await spacesById(ctx.app, [row.space_id])).get(row.space_id)?.key ?? ''
}

type IncludedText = Omit<IncludedPage, 'document'> & { storage: string }
type TitledReference = PageReference | BlogPostReference

/** Pages that a children macro shows at most, over all levels. */
const MAX_CHILDREN = 2000

/**
 * The wiki's answers to the page language, for one viewer. Notes what it had to look at, so that the caller knows for
 * whom else the HTML holds.
 */
export class WikiHost implements RenderHost {
  /** Other spaces whose content is linked: the HTML holds for readers of all of them. */
  readonly spaces = new Set<number>()
  /** People whom the HTML mentions: it holds as long as their names do. */
  readonly people = new MentionedPeople()
  /** Something was looked at that not every reader of these spaces sees. */
  guarded = false
  /** The HTML is made from more than its text. */
  asked = false
  /** A macro of a feature knows for whom it is rendered, and may speak their language. */
  personal = false
  readonly #ctx: Context

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** For whom is rendered. */
  get ctx(): Context {
    this.asked = true
    this.personal = true
    return this.#ctx
  }

  async resolve(references: readonly Reference[], page: RenderPage): Promise<ReadonlyMap<string, Resolved>> {
    const found = new Map<string, Resolved>()
    if (references.length > 0) this.asked = true
    const titled = references.filter(reference => reference.kind === 'page' || reference.kind === 'blog-post')
    for (const [key, row] of await this.findTitled(titled, page)) found.set(key, resolvedContent(row))
    const byId = references.filter(reference => reference.kind === 'content-entity')
    const rows = await this.#rows(byId.map(reference => Number(reference.id)).filter(Number.isSafeInteger))
    for (const reference of byId) {
      const row = rows.find(candidate => candidate.id === Number(reference.id))
      if (row) found.set(referenceKey(reference), resolvedContent(row))
    }
    const users = references.filter(reference => reference.kind === 'user')
    this.people.add(users)
    for (const [key, user] of await resolveUsers(this.#ctx, users)) found.set(key, user)
    for (const resolver of this.#ctx.app.extensions.all(referenceResolvers)) {
      const mine = references.filter(reference => reference.kind === resolver.kind)
      if (mine.length === 0) continue
      const resolved = await readExtension(undefined, () => resolver.resolve(this.#ctx, mine, page, this))
      for (const [key, value] of resolved) found.set(key, value)
    }
    return found
  }

  /** The content that references by title name, by `referenceKey`; only what the viewer may see. */
  async findTitled(references: readonly TitledReference[], page: RenderPage): Promise<Map<string, ContentInSpace>> {
    const found = new Map<string, ContentInSpace>()
    if (references.length === 0) return found
    const keys = [...new Set(references.map(reference => meantTitleKey(reference.title)))]
    const spaces = [...new Set(references.map(reference => (reference.spaceKey ?? page.spaceKey).toLowerCase()))]
    const [rows, lookedAt] = await madeFrom([], async () => [
      await titledInSpaces(this.#ctx, keys, spaces),
      await guardsOfTitled(this.#ctx.app.database.read, keys, spaces),
    ])
    addSources(sourcesOf(rows))
    for (const row of lookedAt) this.note(row)
    const missing = new Set<string>()
    for (const reference of references) {
      const type = reference.kind === 'page' ? 'page' : 'blogpost'
      const key = meantTitleKey(reference.title)
      const space = (reference.spaceKey ?? page.spaceKey).toLowerCase()
      const row = rows.find(
        candidate =>
          candidate.type === type &&
          candidate.title_key === key &&
          candidate.space_key.toLowerCase() === space &&
          (reference.kind === 'page' || !reference.postingDay || reference.postingDay === candidate.posting_day),
      )
      if (row) found.set(referenceKey(reference), row)
      // Of a post without its day, another one may come before.
      if (!row || type === 'blogpost') missing.add(space)
    }
    addSources(await this.#titlesOf(missing))
    return found
  }

  /** Sources of the titles in spaces; those that do not exist have none. */
  async #titlesOf(spaceKeys: Iterable<string>): Promise<Source[]> {
    const spaces = await Promise.all([...spaceKeys].map(key => spaceOfKey(this.#ctx.app, key)))
    return spaces.flatMap((space): Source[] => (space ? [`titles ${space.id}`] : []))
  }

  /** Records that the HTML depends on this row being visible or not. */
  note(row: Pick<ContentRow, 'space_id' | 'guard_id'>): void {
    this.spaces.add(row.space_id)
    if (row.guard_id !== null) this.guarded = true
  }

  async #rows(ids: readonly number[]): Promise<ContentInSpace[]> {
    if (ids.length === 0) return []
    // Whether an id can be seen may differ between readers, whatever the answer is for this one.
    this.guarded = true
    const rows = await madeFrom([], () => currentWithSpaces(this.#ctx, ids))
    // One that is not there may come into any space.
    addSources(rows.length < new Set(ids).size ? 'everything' : sourcesOf(rows))
    return rows
  }

  async children(query: ChildrenQuery, page: RenderPage): Promise<readonly ChildPage[]> {
    this.asked = true
    const parent = await this.#parentOf(query.parent, page)
    if (!parent) return []
    return madeFrom([`space ${parent.space_id}`], () => this.#below(parent, query))
  }

  async #below(parent: ContentInSpace, query: ChildrenQuery): Promise<readonly ChildPage[]> {
    const spaceKey = parent.space_key
    let levelIds: (number | null)[] = [parent.id]
    const byParent = new Map<number, ContentRow[]>()
    let total = 0
    for (let depth = 0; depth < query.depth && levelIds.length > 0 && total < MAX_CHILDREN; depth++) {
      const rows = await pagesBelow(
        this.#ctx,
        levelIds.filter(id => id !== null),
        MAX_CHILDREN - total,
      )
      for (const row of rows) {
        const list = byParent.get(row.parent_id!)
        if (list) list.push(row)
        else byParent.set(row.parent_id!, [row])
      }
      total += rows.length
      levelIds = rows.map(row => row.id)
    }
    const excerpts = query.excerpts ? await this.#excerpts([...byParent.values()].flat()) : new Map<number, string>()
    const order = comparator(query)
    const build = (id: number, first?: number): ChildPage[] =>
      (byParent.get(id) ?? [])
        .toSorted(order)
        .slice(0, first)
        .map(row => ({
          id: String(row.id),
          title: row.title,
          url: contentPath(row, spaceKey),
          ...(excerpts.has(row.id) ? { excerpt: excerpts.get(row.id)! } : {}),
          children: build(row.id),
        }))
    return build(parent.id, query.first)
  }

  async #parentOf(parent: ChildrenQuery['parent'], page: RenderPage): Promise<ContentInSpace | undefined> {
    if (parent === 'home') {
      const space = await spaceOfKey(this.#ctx.app, page.spaceKey)
      return space?.home_page_id ? (await this.#rows([space.home_page_id]))[0] : undefined
    }
    const own = (await this.#rows([Number(page.id)].filter(id => id > 0)))[0]
    if (parent === undefined) return own
    if (parent === 'parent') return own?.parent_id ? (await this.#rows([own.parent_id]))[0] : undefined
    return this.#titledRow(parent, page)
  }

  async #titledRow(reference: Reference, page: RenderPage): Promise<ContentInSpace | undefined> {
    if (reference.kind === 'content-entity') return (await this.#rows([Number(reference.id)]))[0]
    if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
    const found = await this.findTitled([reference], page)
    return found.get(referenceKey(reference))
  }

  async #excerpts(rows: readonly ContentRow[]): Promise<Map<number, string>> {
    const storage = await storageOf(this.#ctx.app, rows)
    const excerpts = new Map<number, string>()
    for (const [id, text] of storage)
      excerpts.set(id, (await factsOf(this.#ctx.app, text)).text.replace(/\s+/g, ' ').slice(0, 300))
    return excerpts
  }

  async emojiPicture(name: string): Promise<string | undefined> {
    this.asked = true
    for (const find of this.#ctx.app.extensions.all(emojiPictures)) {
      const url = await find(this.#ctx.app, name)
      if (url !== undefined) return url
    }
    return undefined
  }

  async includePage(reference: Reference, page: RenderPage): Promise<IncludedPage | undefined> {
    const found = await this.includedText(reference, page)
    if (!found) return undefined
    const { storage, ...included } = found
    return { ...included, document: documentOf(storage) }
  }

  /** {@link includePage} with the text as it is stored. */
  async includedText(reference: Reference, page: RenderPage): Promise<IncludedText | undefined> {
    this.asked = true
    const row =
      (await this.#titledRow(reference, page)) ??
      (reference.kind === 'url' ? await this.#titledRow(pageByText(reference.value), page) : undefined)
    if (!row) return undefined
    const version = await madeFrom(sourcesOf([row]), () => versionOf(this.#ctx.app.database.read, row.id, row.version))
    if (!version) return undefined
    return {
      page: {
        id: String(row.id),
        title: row.title,
        spaceKey: row.space_key,
        version: row.version,
        contentType: row.type,
      },
      url: contentPath(row, row.space_key),
      storage: version.storage,
    }
  }
}

function resolvedContent(row: ContentInSpace): Resolved {
  return {
    kind: 'content',
    id: String(row.id),
    type: row.type,
    title: row.title,
    spaceKey: row.space_key,
    url: contentPath(row, row.space_key),
    version: row.version,
  }
}

function comparator(query: ChildrenQuery): (a: ContentRow, b: ContentRow) => number {
  const sign = query.reverse ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  switch (query.sort) {
    case 'title':
      return (a, b) => sign * collator.compare(a.title, b.title)
    case 'creation':
      return (a, b) => sign * (a.created_at - b.created_at)
    case 'modified':
      return (a, b) => sign * (a.updated_at - b.updated_at)
    case 'position':
      return (a, b) => sign * (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id)
  }
}
