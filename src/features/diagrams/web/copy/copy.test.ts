import { describe, expect, it } from 'vitest'
import type { TargetSpace } from '../../copy-contract.ts'
import { CopyToDialog, type Beginning } from './copy-dialog.ts'
import { DROPDOWN_DEFAULTS, isNearEnd } from './dropdown.ts'
import { ListTable } from './list-table.ts'
import { listIn, PagedSearch, SPACE_SEARCH } from './paged-search.ts'
import { argumentsOf, contextFrom, parametersOf } from './request.ts'
import { withFirst } from './spaces.ts'
import { isComplete, problemsOf, type CopyForm, type KnownOfTarget } from './validation.ts'

const FORM: CopyForm = { name: 'Flow Copy', saveTo: 'this', title: '', space: null, page: null }
const SPACE: TargetSpace = { key: 'DOCS', name: 'Documentation' }
const PAGE = { id: '9', title: 'Other', space: SPACE }
const CONTEXT = { pageId: '7', spaceKey: 'DOCS', spaceName: 'Documentation', baseUrl: 'https://wiki.example.org' }
const NOTHING_TAKEN: KnownOfTarget = { diagrams: ['Flow'], isTitleTaken: false }
const ILLEGAL = [...':@/\\|^#;[]{}<>'].map(character => `a${character}b`)
const BEGINNINGS = ['$a', '..a', '~a']

describe('what the form of Copy To says', () => {
  const nameProblem = (name: string) => problemsOf({ ...FORM, name }, NOTHING_TAKEN).name
  const titleProblem = (title: string) =>
    problemsOf({ ...FORM, saveTo: 'new', space: SPACE, title }, NOTHING_TAKEN).title

  it('each bad character and beginning of a name is refused [D5-02] [D5-03]', () => {
    for (const name of [...ILLEGAL, ...BEGINNINGS])
      expect([name, nameProblem(name)]).toEqual([name, 'Invalid diagram name'])
    for (const name of ['a$b', 'a..', 'a~', 'Flow Copy', 'Größe (1), 2 & 3']) expect(nameProblem(name)).toBeUndefined()
  })

  it('the same ones of a title [D5-08]', () => {
    for (const title of [...ILLEGAL, ...BEGINNINGS])
      expect([title, titleProblem(title)]).toEqual([title, 'Invalid page title'])
    expect(titleProblem('a$b (1)')).toBeUndefined()
  })

  it('is complete when nothing is wrong and the wiki has said so', () => {
    expect(isComplete(FORM, NOTHING_TAKEN)).toBe(true)
    expect(
      isComplete({ ...FORM, saveTo: 'existing', page: PAGE }, { diagrams: undefined, isTitleTaken: undefined }),
    ).toBe(false)
    expect(isComplete({ ...FORM, saveTo: 'existing', page: PAGE }, NOTHING_TAKEN)).toBe(true)
    const onNew: CopyForm = { ...FORM, saveTo: 'new', title: 'New', space: SPACE }
    expect([undefined, true, false].map(isTitleTaken => isComplete(onNew, { diagrams: [], isTitleTaken }))).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('what Copy To asks for', () => {
  const source = { pageId: '5', name: 'Flow', version: 3 }
  const common = {
    sourcePageId: '5',
    sourceDiagramName: 'Flow',
    sourceDiagramVersion: 3,
    targetDiagramName: 'Flow Copy',
    includeAlertLinkUrlParams: true,
  }

  it('has the parameters of the old product, by where the copy goes [D3-10]', () => {
    const of = (form: Partial<CopyForm>) => parametersOf({ ...FORM, name: ' Flow Copy ', ...form }, source, CONTEXT)
    expect(of({})).toEqual({ ...common, targetPageId: '7' })
    expect(of({ saveTo: 'existing', page: PAGE })).toEqual({ ...common, targetPageId: '9' })
    const onNew = of({ saveTo: 'new', title: ' New ', space: SPACE })
    expect(onNew).toEqual({ ...common, targetSpaceKey: 'DOCS', targetPageTitle: 'New' })
    expect(argumentsOf(onNew, undefined)).toEqual({
      params: { sourcePageId: '5', sourceDiagramName: 'Flow' },
      query: {
        sourceDiagramVersion: 3,
        space: 'DOCS',
        targetDiagramName: 'Flow Copy',
        targetPageTitle: 'New',
        includeAlertLinkUrlParams: 'true',
      },
    })
    expect(argumentsOf(onNew, { image: '', html: '<svg></svg>' })).toMatchObject({ body: { html: '<svg></svg>' } })
  })

  it('begins with what the document says of its page [D3-22]', () => {
    const metas = new Map([
      ['ajs-page-id', '7'],
      ['ajs-space-key', 'DOCS'],
      ['ajs-space-name', 'Documentation'],
      ['ajs-base-url', 'https://wiki.example.org'],
    ])
    expect(contextFrom(name => metas.get(name), '7')).toEqual(CONTEXT)
    expect(
      contextFrom(name => metas.get(name), '8'),
      'the page is another',
    ).toBeUndefined()
    expect(contextFrom(() => undefined, '7')).toBeUndefined()
  })

  it('a dialog is shown once, and not before all that it begins with is there [D2.2-16]', async () => {
    const done: string[] = []
    const loading = Promise.withResolvers<Beginning>()
    const dialog = new CopyToDialog(
      { source, pageId: '7' },
      {
        begin: () => loading.promise,
        open: () => Promise.resolve(void done.push('opened')),
        fail: () => done.push('failed'),
      },
    )
    const shown = dialog.show()
    expect(() => dialog.show()).toThrow('can be shown only once per instance lifetime')
    expect(done).toEqual([])
    loading.resolve({ context: CONTEXT, spaces: [], diagrams: [] })
    await shown
    expect(done).toEqual(['opened'])
    expect(() => dialog.show()).toThrow('can be shown only once')
  })
})

describe('the lists of Copy To', () => {
  it('are fetched batch by batch until one is not full, or there are enough', async () => {
    const asked: unknown[] = []
    const search = (count: number, most = 300) =>
      new PagedSearch<number>({
        batch: 5,
        most,
        fetch: ({ start, limit }) => {
          asked.push([start, limit])
          return Promise.resolve(Array.from({ length: Math.min(limit, count - start) }, (_, index) => start + index))
        },
      })
    const seven = search(7)
    expect(await seven.more()).toHaveLength(5)
    const both = await Promise.all([seven.more(), seven.more()])
    expect(both.map(({ length }) => length)).toEqual([7, 7])
    expect([seven.hasMore, await seven.more()]).toEqual([false, [0, 1, 2, 3, 4, 5, 6]])
    expect(asked.splice(0)).toEqual([
      [0, 5],
      [5, 5],
    ])
    const many = search(1000, 12)
    while (many.hasMore) await many.more()
    expect(many.items).toHaveLength(12)
    expect(asked).toEqual([
      [0, 5],
      [5, 5],
      [10, 2],
    ])
  })

  it('an answer without its list is an error, an empty one is a list [D8-03]', () => {
    expect(() => listIn(undefined)).toThrow('Internal error')
    expect(() => listIn(null as never)).toThrow('Internal error')
    expect(listIn([])).toEqual([])
  })

  it('a table of rows wants its parent, its columns and a label for each [D5-17] [D5-18]', () => {
    const made: string[] = []
    const elementOf = (name: string): object => {
      made.push(name)
      return new Proxy({ ownerDocument: { createElement: elementOf }, dataset: {}, childElementCount: 0 } as object, {
        get: (target, key) => (key in target ? target[key as never] : () => undefined),
      })
    }
    const parent = elementOf('div') as HTMLElement
    const options = { label: 'Pages', onSelect: () => undefined, onBottom: () => undefined }
    expect(() => new ListTable(undefined as never, ['Page'], options)).toThrow('needs a parent element')
    expect(() => new ListTable(parent, undefined as never, options)).toThrow('needs an array of column names')
    expect(() => new ListTable(parent, 'Page' as never, options)).toThrow('needs an array of column names')
    // The rest of a table is a browser's to judge.
    Reflect.set(globalThis, 'HTMLTableCellElement', class {})
    const table = new ListTable(parent, ['Page', 'Space'], options)
    for (const cells of [[], ['one'], ['one', 'two', 'three']])
      expect(() => table.addRow('1', cells)).toThrow('Invalid cell count for ListTable addRow')
    table.addRow('1', ['one', 'two'])
    expect(made.filter(name => name === 'td')).toHaveLength(2)
  })

  it('drop down with the defaults of the old product, and hold no more options [D9-18]', async () => {
    expect(DROPDOWN_DEFAULTS).toEqual({ maxOptions: 1000, loadThrottle: 300, scrollDuration: 60 })
    const asked: number[] = []
    const fetch = ({ start, limit }: { start: number; limit: number }) => {
      asked.push(limit)
      return Promise.resolve(Array.from({ length: limit }, (_, index) => start + index))
    }
    const spaces = new PagedSearch<number>({ ...SPACE_SEARCH, fetch })
    while (spaces.hasMore) await spaces.more()
    expect([spaces.items.length, asked.length, new Set(asked)]).toEqual([1000, 50, new Set([20])])
    const at = (scrollTop: number) => isNearEnd({ scrollTop, clientHeight: 200, scrollHeight: 1000 })
    expect([at(0), at(499), at(500), at(800)]).toEqual([false, false, true, true])
  })

  it('have the space of the page first, and once', () => {
    const other = { key: 'AAA', name: 'First by name' }
    expect(withFirst(SPACE, [other, SPACE])).toEqual([SPACE, other])
    expect(withFirst(SPACE, [other])).toEqual([SPACE, other])
  })
})
