import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/web/api-error.ts'
import type { LiveSelection } from '#features/live-editing/web/index.ts'
import { boxes } from '../../../testing/wiki.ts'
import type { HostMessage, UnsavedCopy } from '../protocol.ts'
import type { SharingEvents } from './others.ts'
import { HostSession, type HostPorts, type SaveMessage, type Target } from './session.ts'

/** A shared document that stores what it gets at once. */
function sharedDocument() {
  const applied: Uint8Array[] = []
  return {
    incarnation: 'one',
    state: new Uint8Array([0]),
    isStored: true,
    applied,
    apply: (update: Uint8Array) => void applied.push(update),
    stored() {
      return Promise.resolve(this.isStored)
    },
  }
}

type Opened = Awaited<ReturnType<HostPorts['open']>>

describe('the wiki’s side of an open diagram', () => {
  it('loads a diagram, and says when there is none yet', async () => {
    const known = hosted({})
    await known.load()
    expect(known.posted('load')).toMatchObject([
      { name: 'Flow', version: 3, pinned: null, isReadOnly: false, recovered: null, templates: null },
    ])
    const fresh = hosted({
      target: { name: '', templates: 'org' },
      opened: { pageId: '7', pageTitle: 'Page', mayEdit: true, isEmbeddable: false },
    })
    await fresh.load()
    expect(fresh.posted('load')).toMatchObject([
      { name: '', version: 0, templates: 'org', document: { format: 'oxbow-diagram', pages: [{ objects: {} }] } },
    ])
  })

  it.each([1, 3])(
    'tells that the page is fixed to version %s, while a save follows the document that was loaded',
    async pinned => {
      const { load, posted } = hosted({ target: { pinned } })
      await load()
      expect(posted('load')).toMatchObject([{ version: 3, pinned }])
      const older = hosted({ target: { pinned }, opened: diagram({ version: 2, latest: 3 }) })
      await older.load()
      expect(older.posted('load'), 'never the number of a version whose content it lacks').toMatchObject([
        { version: 2 },
      ])
    },
  )

  it('says nothing of a fixed version where there is no diagram', async () => {
    const { load, posted } = hosted({
      target: { pinned: 2 },
      opened: { pageId: '7', pageTitle: 'Page', mayEdit: true, isEmbeddable: false },
    })
    await load()
    expect(posted('load')).toMatchObject([{ version: 0, pinned: null }])
  })

  it('follows who else has the stored diagram open, and tells each frame that loads it', async () => {
    const { session, followed, load, settle, posted } = hosted({
      target: { name: '' },
      opened: { pageId: '7', pageTitle: 'Page', mayEdit: true, isEmbeddable: true },
    })
    await load()
    expect(followed).toEqual([])
    session.receive(save(1, { name: 'New', version: 0 }))
    await settle()
    expect(followed.map(({ attachmentId }) => attachmentId)).toEqual(['9'])
    const people = [{ name: 'Ada', picture: '', isSelf: false }]
    followed[0]?.events.present(people, [])
    session.receive(save(2, { name: 'New', version: 1 }))
    await settle()
    expect(posted('people')).toEqual([{ type: 'people', people, selections: [] }])
    session.end()
    expect(followed[0]?.isOver).toBe(true)
    followed[0]?.events.present([], [])
    expect(posted('people')).toHaveLength(1)
  })

  it('passes changes on between the frame and the others, and saves those of all', async () => {
    const { session, followed, load, posted, settle, stored, savedShared, kept } = hosted({})
    await load()
    const shared = sharedDocument()
    const update = new Uint8Array([1])
    followed[0]?.events.updated(update)
    expect(posted('shared-update')).toEqual([])
    followed[0]?.events.opened(shared)
    expect(posted('shared')).toEqual([{ type: 'shared', incarnation: 'one', state: shared.state }])
    followed[0]?.events.updated(update)
    expect(posted('shared-update')).toEqual([{ type: 'shared-update', update }])
    session.receive({ type: 'shared-update', update: new Uint8Array([2]) })
    expect(shared.applied).toEqual([new Uint8Array([2])])
    followed[0]?.events.connected(false)
    expect(posted('connection')).toEqual([{ type: 'connection', isOnline: false }])
    session.receive({ type: 'selection', page: 'p1', ids: ['a'] })
    expect(followed[0]?.selected).toEqual([{ page: 'p1', ids: ['a'] }])
    session.receive({ type: 'autosave', document: boxes('Mine'), version: 3, isShared: true })
    await settle()
    expect(kept['Flow']).toMatchObject({ sharedBy: 'one' })
    // The frame has not passed on what it keeps.
    session.receive({ type: 'autosave', document: boxes('Mine'), version: 3 })
    await settle()
    expect(kept['Flow']).not.toHaveProperty('sharedBy')
    // Others have saved it.
    session.receive({ type: 'dirty', isDirty: false })
    await settle()
    expect(kept['Flow']).toBeUndefined()
    session.receive(save(1, { version: 3, isShared: true }))
    await settle()
    expect([savedShared, stored, posted('shared')]).toMatchObject([['8'], [], [{}]])
    // Without the server's shared document, what this frame has is saved.
    shared.isStored = false
    session.receive(save(2, { version: 4, isShared: true }))
    await settle()
    expect([savedShared.length, stored.length]).toEqual([1, 1])
  })

  it('marks what it keeps as shared as soon as the server has stored it', async () => {
    const { session, followed, load, settle, kept } = hosted({})
    await load()
    const answers: PromiseWithResolvers<boolean>[] = []
    const stored = () => (answers[answers.length] = Promise.withResolvers<boolean>()).promise
    followed[0]?.events.opened({ ...sharedDocument(), isStored: false, stored })
    const autosave = async (text: string) => {
      session.receive({ type: 'autosave', document: boxes(text), version: 3, isShared: true })
      await settle()
    }
    await autosave('First')
    await autosave('Second')
    answers[0]?.resolve(true)
    await settle()
    expect(kept['Flow']).toMatchObject({ document: boxes('Second') })
    expect(kept['Flow']).not.toHaveProperty('sharedBy')
    answers[1]?.resolve(true)
    await settle()
    expect(kept['Flow']).toMatchObject({ document: boxes('Second'), sharedBy: 'one' })
    await autosave('Third')
    answers[2]?.resolve(false)
    await settle()
    expect(kept['Flow']).not.toHaveProperty('sharedBy')
  })

  it('saves what the frame has, and passes nothing on, while the frame does not take part', async () => {
    const { session, followed, load, settle, stored, savedShared } = hosted({})
    await load()
    const shared = sharedDocument()
    followed[0]?.events.opened(shared)
    session.receive({ type: 'selection', page: 'p1', ids: ['a'] })
    session.receive({ type: 'alone' })
    session.receive({ type: 'shared-update', update: new Uint8Array([3]) })
    expect([followed[0]?.selected.at(-1), shared.applied]).toEqual([null, []])
    const early = hosted({})
    await early.load()
    early.followed[0]?.events.opened(sharedDocument())
    for (const one of [early, { session, settle, stored, savedShared }]) {
      one.session.receive(save(1))
      await one.settle()
      expect([one.savedShared.length, one.stored.length]).toEqual([0, 1])
    }
  })

  it('drops the shared changes when the last user discards them, or loads another version', async () => {
    const alone = hosted({})
    await alone.load()
    alone.followed[0]?.events.opened(sharedDocument())
    alone.session.receive({ type: 'close', discard: true })
    await alone.settle()
    expect(alone.discarded).toEqual(['8'])
    const others = hosted({})
    await others.load()
    others.followed[0]?.events.opened(sharedDocument())
    others.followed[0]?.events.present([{ name: 'Ada', picture: '', isSelf: false }], [])
    others.session.receive({ type: 'close', discard: true })
    await others.settle()
    expect([others.discarded, others.left()]).toEqual([[], 1])
    const theirs = hosted({})
    await theirs.load()
    theirs.followed[0]?.events.opened(sharedDocument())
    theirs.session.receive({ type: 'load-theirs', document: boxes('Mine'), version: 3 })
    await theirs.settle()
    expect([theirs.discarded, theirs.posted('load').length, theirs.followed.length]).toEqual([['8'], 2, 2])
    expect(theirs.kept['Flow']).toMatchObject({ document: boxes('Mine') })
  })

  it('tells the frame when it is alone from now on, or the shared document is another one', async () => {
    const { followed, load, posted } = hosted({})
    await load()
    followed[0]?.events.opened(sharedDocument())
    followed[0]?.events.ended(false, 'The limit.')
    expect(posted('shared-ended')).toEqual([{ type: 'shared-ended', reason: 'The limit.' }])
    const replaced = hosted({})
    await replaced.load()
    replaced.followed[0]?.events.opened(sharedDocument())
    replaced.followed[0]?.events.beside('Bea')
    replaced.followed[0]?.events.ended(true, '')
    expect(replaced.posted('saved-beside')).toEqual([{ type: 'saved-beside', by: 'Bea' }])
    expect(replaced.posted('shared-replaced')).toHaveLength(1)
    // An older version is edited alone.
    const older = hosted({ target: { pinned: 2, edited: 2 }, opened: diagram({ version: 2, latest: 3 }) })
    await older.load()
    older.followed[0]?.events.opened(sharedDocument())
    expect(older.posted('shared')).toEqual([])
  })

  it('tells no other editors that a reader looks at a diagram', async () => {
    const { followed, load } = hosted({ opened: { ...diagram({}), mayEdit: false } })
    await load()
    expect(followed).toEqual([])
  })

  it('offers links to what is stored: under its name once it has one', async () => {
    const { session, embedded, load, settle } = hosted({
      target: { name: '' },
      opened: { pageId: '7', pageTitle: 'Page', mayEdit: true, isEmbeddable: true },
    })
    await load()
    session.receive({ type: 'embed' })
    session.receive(save(1, { name: 'New', version: 0 }))
    await settle()
    session.receive({ type: 'embed' })
    expect(embedded).toEqual([undefined, 'New'])
  })

  it('offers no links where the page has no dialog for them', async () => {
    const { load, posted } = hosted({ offersLinks: false })
    await load()
    expect(posted('load')).toMatchObject([{ isEmbeddable: false }])
  })

  it('offers what was kept, unless it is what is stored or may not be changed', async () => {
    const copy: UnsavedCopy = { document: boxes('kept'), at: 5, version: 3 }
    const offers = async (kept: UnsavedCopy, opened = diagram({})) => {
      const { load, posted } = hosted({ opened, kept: { Flow: kept } })
      await load()
      return posted('load')[0]?.recovered
    }
    expect(await offers(copy)).toEqual(copy)
    expect(await offers({ ...copy, document: boxes('a') })).toBeNull()
    expect(await offers(copy, { ...diagram({}), mayEdit: false })).toBeNull()
  })

  it('gives the stored diagram another name, which its kept changes and links follow', async () => {
    const { session, load, settle, posted, kept, renamings, embedded } = hosted({})
    await load()
    session.receive({ type: 'autosave', document: boxes('b'), version: 3 })
    await settle()
    session.receive({ type: 'rename', request: 1, name: 'Taken' })
    await settle()
    expect(posted('request-failed')).toEqual([{ type: 'request-failed', request: 1, message: 'taken' }])
    session.receive({ type: 'rename', request: 2, name: 'Plan' })
    await settle()
    expect(posted('renamed')).toEqual([{ type: 'renamed', request: 2, name: 'Plan of 8' }])
    expect(renamings).toEqual([{ from: 'Flow', to: 'Plan of 8' }])
    expect(Object.keys(kept)).toEqual(['Plan of 8'])
    session.receive({ type: 'embed' })
    expect(embedded).toEqual(['Plan of 8'])
  })

  it('keeps what is drawn, and lets go of it when it is stored', async () => {
    const { session, kept, settle, posted } = hosted({})
    session.receive({ type: 'autosave', document: boxes('b'), version: 3 })
    await settle()
    expect(kept['Flow']).toEqual({ document: boxes('b'), version: 3, at: 99 })
    session.receive(save(1))
    await settle()
    expect(kept).toEqual({})
    expect(posted('saved')).toEqual([{ type: 'saved', save: 1, name: 'Flow', version: 4, at: 99 }])
  })

  it('keeps a new diagram by its page, and lets go of that when it is named', async () => {
    const { session, kept, settle } = hosted({
      target: { name: '' },
      opened: { pageId: '7', pageTitle: '', mayEdit: true, isEmbeddable: false },
    })
    session.receive({ type: 'autosave', document: boxes('b'), version: 0 })
    await settle()
    expect(Object.keys(kept)).toEqual([''])
    session.receive(save(1, { name: 'New', version: 0 }))
    await settle()
    expect(kept).toEqual({})
  })

  it.each([
    [0, 'Try again'],
    [401, 'Your session has ended'],
    [503, 'busy'],
  ])('tries again by itself after the answer %s', async (status, words) => {
    const { session, settle, posted, pass, fail } = hosted({})
    fail(new ApiError({ status, message: `Try again, busy` }))
    session.receive(save(1))
    await settle()
    expect(posted('save-failed')).toMatchObject([
      { isOffline: true, message: expect.stringContaining(words) as string },
    ])
    expect(session.isDirty).toBe(true)
    fail(new ApiError({ status, message: 'busy' }))
    pass(3000)
    await settle()
    expect(posted('save-failed')).toHaveLength(2)
    pass(3000)
    await settle()
    expect(posted('saved')).toEqual([])
    pass(10_000)
    await settle()
    expect(posted('saved')).toHaveLength(1)
    expect(session.isDirty).toBe(false)
  })

  it('sends what was drawn last when a save had to wait, as following its own', async () => {
    const { session, settle, posted, stored, hold } = hosted({})
    const release = hold()
    session.receive(save(1))
    session.receive(save(2))
    await settle()
    expect(stored.map(({ save: number }) => number)).toEqual([1])
    release()
    await settle()
    expect(stored.map(({ save: number, version }) => [number, version])).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(posted('saved').map(({ version }) => version)).toEqual([4, 5])
  })

  it('tells who was faster, whether a name is taken, and what else is wrong', async () => {
    const { session, settle, posted, fail } = hosted({})
    const taken = { conflict: { version: 5, at: '2026-01-31T10:00:00.000Z', by: { displayName: 'Bea' } } }
    fail(new ApiError({ status: 409, message: '', answer: taken }))
    session.receive(save(1))
    await settle()
    expect(posted('conflict')).toEqual([
      { type: 'conflict', save: 1, conflict: { version: 5, at: '2026-01-31T10:00:00.000Z', by: 'Bea' } },
    ])
    fail(new ApiError({ status: 409, message: '', answer: { conflict: null } }))
    session.receive(save(2))
    await settle()
    expect(posted('conflict')[1]?.conflict).toEqual({ version: 0, at: null, by: null })
    fail(new ApiError({ status: 409, message: '', answer: taken }))
    session.receive(save(3, { version: 0 }))
    await settle()
    fail(new ApiError({ status: 400, message: 'not so', errors: [{ field: 'name', message: 'not so' }] }))
    session.receive(save(4, { version: 0 }))
    await settle()
    expect(posted('name-refused').map(({ message }) => message)).toEqual([
      'There is already a diagram with this name on this page.',
      'not so',
    ])
    fail(new ApiError({ status: 403, message: 'You may not' }))
    session.receive(save(5))
    await settle()
    expect(posted('save-failed')).toEqual([{ type: 'save-failed', save: 5, message: 'You may not', isOffline: false }])
    expect(session.isDirty).toBe(false)
  })

  it('keeps mine and loads theirs', async () => {
    const { session, settle, posted, kept, fresh } = hosted({})
    session.receive({ type: 'load-theirs', document: boxes('mine'), version: 3 })
    await settle()
    expect(kept['Flow']?.document).toEqual(boxes('mine'))
    expect(fresh()).toBe(true)
    expect(posted('load')).toMatchObject([{ recovered: { document: boxes('mine'), version: 3 } }])
  })

  it('leaves when all is kept, and forgets what the reader discards', async () => {
    const { session, settle, kept, left } = hosted({})
    session.receive({ type: 'autosave', document: boxes('b'), version: 3 })
    session.receive({ type: 'dirty', isDirty: true })
    session.receive({ type: 'close', discard: true })
    expect(session.isDirty).toBe(false)
    await settle()
    expect([kept, left()]).toEqual([{}, 1])
    session.receive(save(1, { thenClose: true }))
    await settle()
    expect(left()).toBe(2)
  })

  it('asks before the reader goes elsewhere, and lets them go once all is stored or discarded', async () => {
    const { session, settle, posted, left, fail } = hosted({})
    expect(await session.mayLeave()).toBe(true)
    session.receive({ type: 'dirty', isDirty: true })
    const [first, again] = [session.mayLeave(), session.mayLeave()]
    expect(posted('leave')).toHaveLength(2)
    session.receive({ type: 'stay' })
    expect(await Promise.all([first, again])).toEqual([false, false])
    const failed = session.mayLeave()
    fail(new ApiError({ status: 403, message: 'You may not' }))
    session.receive(save(1, { thenClose: true }))
    expect(await failed).toBe(false)
    const saved = session.mayLeave()
    session.receive(save(2, { thenClose: true }))
    expect(await saved).toBe(true)
    await settle()
    // The reader's next address is up to the caller.
    expect(left()).toBe(0)
  })

  it('keeps what was offered until the reader has decided, beside what is drawn meanwhile', async () => {
    const old: UnsavedCopy = { document: boxes('old'), at: 5, version: 2 }
    const { session, kept, settle, load } = hosted({ kept: { Flow: old } })
    await load()
    const drawn = { type: 'autosave', document: boxes('new'), version: 3 } as const
    const current: UnsavedCopy = { document: boxes('new'), version: 3, at: 99 }
    session.receive(drawn)
    await settle()
    expect(kept['Flow']).toEqual({ ...current, earlier: old })
    // Storing what was drawn says nothing about the other.
    session.receive(save(1))
    await settle()
    expect(kept['Flow']).toEqual(old)
    session.receive(drawn)
    session.receive({ type: 'discard-recovered' })
    await settle()
    expect(kept['Flow']).toEqual(current)
    session.receive({ type: 'close', discard: true })
    await settle()
    expect(kept).toEqual({})
  })

  it('passes on what is looked for, and that it failed', async () => {
    const { session, settle, posted } = hosted({})
    session.receive({ type: 'find-pages', request: 1, words: 'plan' })
    session.receive({ type: 'find-attachments', request: 2, contentId: null })
    session.receive({ type: 'find-pages', request: 3, words: 'fail' })
    session.receive({ type: 'find-page', request: 4, contentId: '1' })
    session.receive({ type: 'find-page', request: 5, contentId: '2' })
    await settle()
    expect(posted('found-pages').toSorted((a, b) => a.request - b.request)).toEqual([
      { type: 'found-pages', request: 1, pages: [{ contentId: '1', title: 'plan', spaceName: '' }] },
      { type: 'found-pages', request: 4, pages: [{ contentId: '1', title: 'Plan', spaceName: 'Docs' }] },
      { type: 'found-pages', request: 5, pages: [] },
    ])
    expect(posted('found-attachments')).toEqual([
      { type: 'found-attachments', request: 2, attachments: [{ contentId: '7', name: 'file' }] },
    ])
    expect(posted('request-failed')).toEqual([{ type: 'request-failed', request: 3, message: 'no search' }])
  })
})

function diagram({ version = 3, latest = 3 }: { version?: number; latest?: number }): Opened {
  return {
    pageId: '7',
    pageTitle: 'Page',
    mayEdit: true,
    isEmbeddable: true,
    diagram: {
      attachmentId: '8',
      pageId: '7',
      name: 'Flow',
      version,
      latest,
      origin: 'oxbow',
      document: { ...boxes('a') },
      report: [],
      may: { update: true },
    },
  }
}

function save(number: number, fields: Partial<SaveMessage> = {}): SaveMessage {
  return {
    type: 'save',
    save: number,
    name: 'Flow',
    version: 3,
    document: boxes('b'),
    image: '',
    html: '',
    thenClose: false,
    ...fields,
  }
}

function hosted({
  target = {},
  opened = diagram({}),
  kept = {},
  offersLinks = true,
}: {
  target?: Partial<Target>
  opened?: Opened
  kept?: Record<string, UnsavedCopy>
  offersLinks?: boolean
}) {
  const messages: HostMessage[] = []
  const stored: SaveMessage[] = []
  const failures: ApiError[] = []
  let timers: { at: number; run: () => void }[] = []
  let gate: Promise<void> = Promise.resolve()
  let time = 0
  let left = 0
  let wasFresh = false
  const embedded: (string | undefined)[] = []
  const followed: {
    attachmentId: string
    events: SharingEvents
    isOver: boolean
    selected: (LiveSelection | null)[]
  }[] = []
  const savedShared: string[] = []
  const discarded: string[] = []
  const renamings: { from: string; to: string }[] = []
  const session = new HostSession(
    { ownerPageId: '7', name: 'Flow', ...target },
    {
      post: message => {
        messages.push(message)
      },
      embed: offersLinks ? name => embedded.push(name) : undefined,
      open: ({ isFresh }) => {
        wasFresh = isFresh
        return Promise.resolve(opened)
      },
      save: async message => {
        stored.push(message)
        await gate
        const failure = failures.shift()
        if (failure) throw failure
        return { attachmentId: '9', name: message.name, version: message.version + 1 }
      },
      rename: (attachmentId, name) =>
        name === 'Taken'
          ? Promise.reject(new ApiError({ status: 400, message: 'taken' }))
          : Promise.resolve(`${name} of ${attachmentId}`),
      onRenamed: names => {
        renamings.push(names)
      },
      findPages: words =>
        words === 'fail'
          ? Promise.reject(new Error('no search'))
          : Promise.resolve([{ contentId: '1', title: words, spaceName: '' }]),
      findPage: contentId =>
        Promise.resolve(contentId === '1' ? { contentId, title: 'Plan', spaceName: 'Docs' } : null),
      findAttachments: contentId => Promise.resolve([{ contentId, name: 'file' }]),
      copyPage: contentId => Promise.resolve({ name: contentId, url: '/' }),
      findDiagrams: () => Promise.resolve([]),
      findDiagram: () => Promise.resolve(null),
      copies: name => ({
        read: () => Promise.resolve(kept[name]),
        write: copy => {
          kept[name] = copy
          return Promise.resolve()
        },
        forget: () => {
          delete kept[name]
          return Promise.resolve()
        },
      }),
      share: (attachmentId, events) => {
        const one = { attachmentId, events, isOver: false, selected: [] as (LiveSelection | null)[] }
        followed.push(one)
        return {
          select: selection => {
            one.selected.push(selection)
          },
          end: () => {
            one.isOver = true
          },
        }
      },
      saveShared: (attachmentId, { version }) => {
        savedShared.push(attachmentId)
        return Promise.resolve({ attachmentId, name: 'Flow', version: version + 1 })
      },
      discardShared: attachmentId => {
        discarded.push(attachmentId)
        return Promise.resolve()
      },
      theme: () => 'system',
      now: () => 99,
      setTimer: (run, ms) => {
        const timer = { at: time + ms, run }
        timers.push(timer)
        return timer
      },
      clearTimer: timer => {
        timers = timers.filter(one => one !== timer)
      },
      leave: () => {
        left++
      },
      onSaved: () => undefined,
      report: error => {
        throw error
      },
    },
  )
  /** Lets all that is ready happen. */
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  return {
    session,
    embedded,
    followed,
    savedShared,
    discarded,
    renamings,
    kept,
    stored,
    settle,
    posted: <Type extends HostMessage['type']>(type: Type) =>
      messages.filter((message): message is Extract<HostMessage, { type: Type }> => message.type === type),
    load: async () => {
      session.receive({ type: 'ready', protocol: 1 })
      await settle()
    },
    fail: (error: ApiError) => {
      failures.push(error)
    },
    hold: () => {
      let release: () => void = () => undefined
      gate = new Promise(resolve => {
        release = resolve
      })
      return () => release()
    },
    pass: (ms: number) => {
      time += ms
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { run } of due) run()
    },
    fresh: () => wasFresh,
    left: () => left,
  }
}
