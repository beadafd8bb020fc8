import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { boxes } from '../../../testing/wiki.ts'
import { noteSaved } from '#diagrams/live/saved.ts'
import { fillDocument } from '#diagrams/live/writing.ts'
import type { Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { FrameMessage, Loaded, UnsavedCopy } from '../protocol.ts'
import { FrameSession, type SessionPorts } from './session.ts'

const conflict = { by: 'Bea', at: '2026-01-31T10:00:00.000Z', version: 4 }

describe('a diagram that is edited together', () => {
  /** Two frames with the shared document of one diagram, in which the first one has drawn before it came. */
  const together = async () => {
    const doc = new Y.Doc()
    fillDocument(doc, boxes('One', 'Two'))
    noteSaved(doc, { version: 3, by: '', at: 0 })
    const frames = [opened({ document: boxes('One', 'Two') }), opened({ document: boxes('One', 'Two') })] as const
    move(frames[0].session, 'o0', 11)
    const deliver = () => {
      frames.forEach(({ sent }) => {
        for (const { update } of sent('shared-update')) Y.applyUpdate(doc, update)
      })
      for (const { session } of frames) session.receive({ type: 'shared-update', update: Y.encodeStateAsUpdate(doc) })
    }
    for (const { session } of frames)
      session.receive({ type: 'shared', incarnation: 'one', state: Y.encodeStateAsUpdate(doc) })
    await expect.poll(() => frames.every(({ session }) => session.state().isShared)).toBe(true)
    deliver()
    const objects = ({ session }: (typeof frames)[number]) => session.editor.page.objects
    return { doc, ada: frames[0], bob: frames[1], deliver, objects }
  }
  const move = (session: FrameSession, id: string, x: number) =>
    session.editor.change({ type: 'update-object', pageId: 'p1', id, fields: { x } }, { name: 'Move' })

  it('shows the changes of all, also those from before it was opened together', async () => {
    const { ada, bob, deliver, objects } = await together()
    expect(objects(bob)['o0']).toMatchObject({ x: 11 })
    expect(bob.session.state().saveState).toBe('unsaved')
    move(bob.session, 'o1', 22)
    deliver()
    expect(objects(ada)).toMatchObject({ o0: { x: 11 }, o1: { x: 22 } })
    expect(ada.session.editor.state().undo).toEqual(['Move'])
  })

  it('undoes a user’s own changes alone, and nothing that others have removed', async () => {
    const { ada, bob, deliver, objects } = await together()
    move(bob.session, 'o1', 22)
    deliver()
    move(ada.session, 'o1', 33)
    deliver()
    // Ada has changed it since.
    bob.session.editor.undo()
    expect(objects(bob)['o1']).toMatchObject({ x: 33 })
    bob.session.editor.change({ type: 'remove-object', pageId: 'p1', id: 'o1' }, { name: 'Delete' })
    deliver()
    expect(ada.session.editor.undo()).toBe(true)
    expect(objects(ada)['o1']).toBeUndefined()
    ada.session.editor.undo()
    deliver()
    expect(objects(bob)).toMatchObject({ o0: { x: 0 } })
    bob.session.editor.undo()
    deliver()
    expect(objects(ada)['o1']).toMatchObject({ x: 33 })
    ada.session.editor.redo()
    deliver()
    expect(objects(bob)['o0']).toMatchObject({ x: 11 })
  })

  it('goes on when others remove what a user is about to change', async () => {
    const { ada, bob, deliver, objects } = await together()
    const { editor } = bob.session
    editor.select(['o0', 'o1'])
    editor.set({ editing: { objectId: 'o0' } })
    editor.show({
      type: 'all',
      changes: ['o0', 'o1'].map(id => ({ type: 'update-object', pageId: 'p1', id, fields: { y: 5 } })),
    })
    ada.session.editor.change({ type: 'remove-object', pageId: 'p1', id: 'o0' }, { name: 'Delete' })
    deliver()
    expect([...editor.state().selection]).toEqual(['o1'])
    expect(editor.state().editing).toBeNull()
    expect(objects(bob)).toEqual({ o1: expect.objectContaining({ y: 5 }) })
    expect(editor.commit({ name: 'Move' })).toBe(true)
    deliver()
    expect(objects(ada)).toEqual({ o1: expect.objectContaining({ y: 5 }) })
  })

  it('is saved alone before it takes part, and goes on alone if the program for that cannot be loaded', async () => {
    const state = Y.encodeStateAsUpdate(new Y.Doc())
    const { session, sent, settle } = opened({}, () => Promise.reject(new Error('No network')))
    draw(session)
    session.receive({ type: 'shared', incarnation: 'one', state })
    session.save()
    await settle()
    expect(sent('save')).toHaveLength(1)
    expect(sent('save')[0]).not.toHaveProperty('isShared')
    await expect.poll(() => sent('alone')).toHaveLength(1)
    expect(session.editor.tools.notice()).toMatchObject({ kind: 'warning' })
  })

  it('follows the versions that others save', async () => {
    const { doc, bob, ada, deliver } = await together()
    noteSaved(doc, { version: 4, by: 'Ada', at: 7 })
    deliver()
    expect(bob.session.state()).toMatchObject({ saveState: 'saved', version: 4, savedAt: 7 })
    expect(bob.session.editor.tools.notice()).toMatchObject({ kind: 'success' })
    move(bob.session, 'o1', 5)
    bob.session.save()
    await bob.settle()
    expect(bob.sent('save')).toMatchObject([{ version: 4, isShared: true }])
    deliver()
    expect(ada.session.state().saveState).toBe('unsaved')
  })

  it('keeps on this device what it has passed on, and says so', async () => {
    const { ada } = await together()
    ada.session.flush()
    expect(ada.sent('autosave')).toMatchObject([{ isShared: true, version: 3 }])
    const alone = opened({})
    draw(alone.session)
    alone.session.flush()
    expect(alone.sent('autosave')[0]).not.toHaveProperty('isShared')
  })

  it('restores kept changes beside those that others have made since the same version', async () => {
    const doc = new Y.Doc()
    fillDocument(doc, boxes('One', 'Two'))
    noteSaved(doc, { version: 3, by: '', at: 0 })
    ;(doc.getMap('objects').get('p1/o1') as Y.Map<unknown>).set('x', 22)
    const kept = boxes('One', 'Two')
    Object.assign(kept.pages[0]?.objects['o0'] ?? {}, { x: 11 })
    const ada = opened({ document: boxes('One', 'Two'), recovered: { document: kept, at: 5, version: 3 } })
    ada.session.receive({ type: 'shared', incarnation: 'one', state: Y.encodeStateAsUpdate(doc) })
    await expect.poll(() => ada.session.state().isShared).toBe(true)
    ada.session.restore()
    expect(ada.session.editor.page.objects).toMatchObject({ o0: { x: 11 }, o1: { x: 22 } })
    expect(ada.session.editor.state().undo).toEqual(['Restore'])
  })

  it('does not offer kept changes that the shared document has', async () => {
    const doc = new Y.Doc()
    const start = boxes('One', 'Two')
    fillDocument(doc, start)
    noteSaved(doc, { version: 3, by: '', at: 0 })
    const objects = doc.getMap<Y.Map<unknown>>('objects')
    objects.get('p1/o0')?.set('x', 11)
    objects.get('p1/o1')?.set('x', 22)
    const moved = (x: number) => {
      const document = boxes('One', 'Two')
      Object.assign(document.pages[0]?.objects['o0'] ?? {}, { x })
      return document
    }
    const copy = (document: DiagramDocument, version: number) => ({ document, at: 5, version })
    const offered = async (recovered: UnsavedCopy) => {
      const { session, sent } = opened({ document: start, recovered })
      session.receive({ type: 'shared', incarnation: 'two', state: Y.encodeStateAsUpdate(doc) })
      await expect.poll(() => session.state().isShared).toBe(true)
      return [session.state().recovered, sent('discard-recovered').length]
    }
    expect(await offered(copy(moved(11), 3))).toEqual([null, 1])
    expect(await offered({ ...copy(boxes('kept'), 2), sharedBy: 'two' })).toEqual([null, 1])
    expect(await offered({ ...copy(moved(11), 3), earlier: copy(moved(12), 3) })).toEqual([copy(moved(12), 3), 1])
    // It lacks the other one's move.
    expect(await offered(copy(moved(11), 2))).toEqual([copy(moved(11), 2), 0])
  })

  it('brings nothing back by undo on a layer that others have removed, also when it goes on alone', async () => {
    const doc = new Y.Doc()
    const before = boxes('One')
    before.pages[0]?.layers.unshift({ id: 'low', name: 'Low', visible: true, locked: false })
    Object.assign(before.pages[0]?.objects['o0'] ?? {}, { layer: 'low' })
    fillDocument(doc, before)
    noteSaved(doc, { version: 3, by: '', at: 0 })
    const { session } = opened({ document: before })
    session.receive({ type: 'shared', incarnation: 'one', state: Y.encodeStateAsUpdate(doc) })
    await expect.poll(() => session.state().isShared).toBe(true)
    session.editor.change({ type: 'remove-object', pageId: 'p1', id: 'o0' }, { name: 'Delete' })
    doc.getMap('layers').delete('p1/low')
    session.receive({ type: 'shared-update', update: Y.encodeStateAsUpdate(doc) })
    session.receive({ type: 'shared-ended', reason: 'The limit.' })
    expect(session.editor.undo()).toBe(true)
    expect(session.editor.page.layers.map(({ id }) => id)).not.toContain('low')
    expect(session.editor.page.objects['o0']?.layer).toBe(session.editor.page.layers[0]?.id)
  })

  it('tells the others what is selected', async () => {
    const { ada } = await together()
    ada.session.editor.select(['o1'])
    expect(ada.sent('selection').at(-1)).toEqual({ type: 'selection', page: 'p1', ids: ['o1'] })
  })

  it('keeps unsaved changes when the shared document is made anew, and goes on alone when it ends', async () => {
    const { ada, bob, doc, deliver } = await together()
    const { document } = ada.session.editor.state()
    ada.session.receive({ type: 'shared-replaced' })
    expect(ada.sent('load-theirs')).toEqual([{ type: 'load-theirs', document, version: 3 }])
    noteSaved(doc, { version: 4, by: 'Ada', at: 7 })
    deliver()
    bob.session.receive({ type: 'shared-ended', reason: 'The limit.' })
    expect(bob.session.state()).toMatchObject({ isShared: false, saveState: 'saved' })
    const before = bob.sent('shared-update').length
    move(bob.session, 'o1', 5)
    expect([bob.session.state().saveState, bob.sent('shared-update').length]).toEqual(['unsaved', before])
  })

  it('stays alone where the shared document lacks its version, or restored changes are older', async () => {
    const doc = new Y.Doc()
    fillDocument(doc, boxes('One'))
    noteSaved(doc, { version: 2, by: '', at: 0 })
    const share = ({ session }: ReturnType<typeof opened>) =>
      session.receive({ type: 'shared', incarnation: 'one', state: Y.encodeStateAsUpdate(doc) })
    const recovered = { document: boxes('kept'), at: 5, version: 2, sharedBy: 'one' }
    const beside = opened({ document: boxes('Other'), recovered })
    share(beside)
    await expect.poll(() => beside.sent('alone')).toHaveLength(1)
    expect(beside.session.editor.state()).toMatchObject({ document: boxes('Other'), isDirty: false })
    expect(beside.session.state()).toMatchObject({ isShared: false, recovered })
    noteSaved(doc, { version: 3, by: '', at: 0 })
    const restored = opened({ document: boxes('One'), recovered })
    restored.session.restore()
    share(restored)
    await expect.poll(() => restored.sent('alone')).toHaveLength(1)
    restored.session.save()
    await restored.settle()
    expect(restored.sent('save')).toMatchObject([{ version: 2, document: recovered.document }])
    expect(restored.sent('shared-update')).toEqual([])
  })
})

describe('a diagram that is open in the frame', () => {
  it('keeps each change a moment later, and at once when the tab goes away', () => {
    const { session, sent, pass } = opened()
    draw(session)
    expect(sent('autosave')).toEqual([])
    pass(399)
    draw(session)
    pass(399)
    expect(sent('autosave')).toEqual([])
    pass(1)
    expect(sent('autosave')).toEqual([{ type: 'autosave', document: session.editor.state().document, version: 3 }])
    draw(session)
    session.flush()
    expect(sent('autosave')).toHaveLength(2)
    session.flush()
    pass(5000)
    expect(sent('autosave')).toHaveLength(2)
  })

  it('does not put keeping off for ever while one draws on', () => {
    const { session, sent, pass } = opened()
    for (let step = 0; step < 8; step++) {
      draw(session)
      pass(300)
    }
    expect(sent('autosave').length).toBeGreaterThan(0)
  })

  it('tells when it differs from what is stored, and when no longer', () => {
    const { session, sent } = opened()
    draw(session)
    draw(session)
    expect(session.state().saveState).toBe('unsaved')
    session.editor.undo()
    session.editor.undo()
    expect(session.state().saveState).toBe('saved')
    expect(sent('dirty')).toEqual([
      { type: 'dirty', isDirty: true },
      { type: 'dirty', isDirty: false },
    ])
  })

  it('is saved with its picture, and what is drawn meanwhile stays unsaved', async () => {
    const { session, sent, settle } = opened()
    draw(session)
    const { document } = session.editor.state()
    session.save()
    expect(session.state().saveState).toBe('saving')
    await settle()
    expect(sent('save')).toEqual([
      {
        type: 'save',
        save: 1,
        name: 'Flow',
        version: 3,
        document,
        image: 'data:image/png;base64,',
        html: '<svg></svg>',
        thenClose: false,
      },
    ])
    session.save()
    await settle()
    expect(sent('save')).toHaveLength(1)
    draw(session)
    session.receive({ type: 'saved', save: 1, name: 'Flow', version: 4, at: 77 })
    expect(session.state()).toMatchObject({ saveState: 'unsaved', version: 4, savedAt: 77 })
    session.editor.undo()
    expect(session.state().saveState).toBe('saved')
  })

  it('says again after a save that the page is fixed to a version, but not of a copy under another name', async () => {
    const { session, settle } = opened({ pinned: 1 })
    session.dismissPinned()
    draw(session)
    session.save()
    await settle()
    session.receive({ type: 'saved', save: 1, name: 'Flow', version: 4, at: 1 })
    expect(session.state()).toMatchObject({ pinned: 1, version: 4 })
    for (const again of [2, 3]) {
      draw(session)
      session.save()
      await settle()
      session.receive({ type: 'saved', save: again, name: 'Flow 2', version: again - 1, at: again })
      expect(session.state().pinned).toBeNull()
    }
  })

  it('stays unsaved without a network, and what was saved at last is known', async () => {
    const { session, settle } = opened()
    draw(session)
    session.save()
    await settle()
    session.receive({ type: 'save-failed', save: 1, message: 'No answer', isOffline: true })
    expect(session.state()).toMatchObject({ saveState: 'offline', problem: 'No answer' })
    session.receive({ type: 'saved', save: 1, name: 'Flow', version: 4, at: 1 })
    expect(session.state()).toMatchObject({ saveState: 'saved', problem: null })
    expect(session.editor.state().isDirty).toBe(false)
  })

  it('is named before it is first saved, by the rules for names', async () => {
    const { session, sent, settle } = opened({ name: '', version: 0 })
    session.save()
    expect(session.state().question).toMatchObject({ kind: 'name', purpose: 'new', refused: null })
    session.giveName('a/b')
    expect(session.state().question).toMatchObject({ refused: { name: 'a/b', problem: 'Invalid diagram name' } })
    session.giveName('  ')
    expect(session.state().question).toMatchObject({ refused: { problem: 'Diagram name required' } })
    session.giveName(' Flow ')
    await settle()
    expect(sent('save')).toMatchObject([{ name: 'Flow', version: 0 }])
    session.receive({ type: 'name-refused', save: 1, message: 'taken' })
    expect(session.state().question).toMatchObject({ kind: 'name', refused: { name: 'Flow', problem: 'taken' } })
    session.giveName('Flow 2')
    await settle()
    session.receive({ type: 'saved', save: 2, name: 'Flow 2', version: 1, at: 1 })
    expect(session.state()).toMatchObject({ name: 'Flow 2', isNew: false, saveState: 'saved', question: null })
  })

  it('is renamed by the wiki, which may refuse it, and a new one before it is first saved', async () => {
    const { session, sent, settle } = opened()
    session.rename()
    expect(session.state().question).toMatchObject({ kind: 'name', purpose: 'rename', refused: null })
    session.giveName('a/b')
    expect(session.state().question).toMatchObject({ refused: { problem: 'Invalid diagram name' } })
    session.giveName('Flow')
    expect(session.state().question, 'it has that name').toBeNull()
    session.rename()
    session.giveName(' Taken ')
    expect(sent('rename')).toEqual([{ type: 'rename', request: 1, name: 'Taken' }])
    session.receive({ type: 'request-failed', request: 1, message: 'The page has a file of that name' })
    await settle()
    expect(session.state()).toMatchObject({
      name: 'Flow',
      question: { purpose: 'rename', refused: { name: 'Taken', problem: 'The page has a file of that name' } },
    })
    session.giveName('Plan')
    session.receive({ type: 'renamed', request: 2, name: 'Plan' })
    await settle()
    expect(session.state()).toMatchObject({ name: 'Plan', question: null })

    const fresh = opened({ name: '', version: 0 })
    fresh.session.rename()
    fresh.session.giveName('First')
    expect(fresh.session.state()).toMatchObject({ name: 'First', isNew: true, question: null })
    fresh.session.save()
    await fresh.settle()
    expect(fresh.sent('save')).toMatchObject([{ name: 'First', version: 0 }])
    expect(opened({ version: 0 }).session.canRename, 'a text names it already').toBe(false)
    expect(opened({ isReadOnly: true }).session.canRename).toBe(false)
  })

  it('is not renamed while it is being saved', async () => {
    const { session, sent, settle } = opened()
    draw(session)
    session.save()
    await settle()
    session.rename()
    session.giveName('Plan')
    expect(session.state().question).toMatchObject({
      refused: { problem: expect.stringContaining('being saved') as string },
    })
    expect(sent('rename')).toEqual([])
  })

  it('asks before it is closed with something unsaved', () => {
    const { session, sent } = opened()
    session.close()
    expect(sent('close')).toEqual([{ type: 'close', discard: false }])
    draw(session)
    session.close()
    expect(session.state().question).toEqual({ kind: 'close' })
    session.discard()
    expect(sent('close')[1]).toEqual({ type: 'close', discard: true })
  })

  it('gives three ways out of a conflict', async () => {
    const { session, sent, settle } = opened()
    draw(session)
    const meet = async (save: number) => {
      session.save()
      await settle()
      session.receive({ type: 'conflict', save, conflict })
      expect(session.state()).toMatchObject({ saveState: 'conflict', question: { kind: 'conflict', conflict } })
    }
    await meet(1)
    session.resolve('theirs')
    expect(sent('load-theirs')).toEqual([
      { type: 'load-theirs', document: session.editor.state().document, version: 3 },
    ])
    await meet(2)
    session.resolve('copy')
    expect(session.state().question).toMatchObject({ kind: 'name', purpose: 'copy' })
    session.giveName('Flow (mine)')
    await settle()
    expect(sent('save')[2]).toMatchObject({ name: 'Flow (mine)', version: 0 })
    session.receive({ type: 'name-refused', save: 3, message: 'taken' })
    session.dismiss()
    await meet(4)
    session.resolve('replace')
    await settle()
    expect(sent('save')[4]).toMatchObject({ name: 'Flow', version: 4 })
  })

  it('restores what was kept on the version that it follows, so that a newer one is not written over', async () => {
    const recovered = { document: boxes('kept'), at: 5, version: 2 }
    const { session, sent, settle } = opened({ recovered })
    session.restore()
    expect(session.editor.state()).toMatchObject({ document: recovered.document, isDirty: true })
    session.save()
    await settle()
    expect(sent('save')).toMatchObject([{ version: 2, document: recovered.document }])
    const other = opened({ recovered })
    other.session.dismissRecovered()
    expect(other.sent('discard-recovered')).toHaveLength(1)
    expect(other.session.state().recovered).toBeNull()
  })

  it('matches answers to what was asked', async () => {
    const { session, sent } = opened()
    const [first, second, third] = [session.findPages('one'), session.findPages('two'), session.findAttachments()]
    expect(sent('find-pages').map(({ words }) => words)).toEqual(['one', 'two'])
    session.receive({ type: 'found-pages', request: 2, pages: [{ contentId: '2', title: 'Two', spaceName: '' }] })
    session.receive({ type: 'request-failed', request: 1, message: 'No answer' })
    session.receive({ type: 'found-attachments', request: 3, attachments: [] })
    await expect(first).rejects.toThrow('No answer')
    expect((await second)[0]?.title).toBe('Two')
    expect(await third).toEqual([])
  })

  it('restores in a step that can be undone when something was drawn before, and offers an earlier copy next', () => {
    const earlier = { document: boxes('older'), at: 4, version: 1 }
    const recovered = { document: boxes('kept'), at: 5, version: 2, earlier }
    const { session, sent } = opened({ recovered })
    draw(session)
    const drawn = session.editor.state().document
    session.restore()
    expect(session.editor.state().document.pages).toEqual(recovered.document.pages)
    expect(sent('restored')).toHaveLength(1)
    expect(session.state().recovered).toEqual(earlier)
    session.editor.undo()
    expect(session.editor.state().document).toEqual(drawn)
    session.dismissRecovered()
    expect(session.state().recovered).toBeNull()
  })

  it('asks before it gives way, and says when the reader would rather stay', () => {
    const { session, sent } = opened()
    draw(session)
    session.receive({ type: 'leave' })
    expect(session.state().question).toEqual({ kind: 'close' })
    session.dismiss()
    expect(sent('stay')).toHaveLength(1)
  })

  it('asks for the page of a link once, and again when there was no answer', async () => {
    const { session, sent } = opened()
    const [first, again] = [session.findPage('7'), session.findPage('7')]
    session.receive({ type: 'request-failed', request: 1, message: 'No answer' })
    await expect(first).rejects.toThrow('No answer')
    await expect(again).rejects.toThrow('No answer')
    const other = session.findPage('7')
    session.receive({ type: 'found-pages', request: 2, pages: [] })
    expect(await other).toBeNull()
    expect(await session.findPage('7')).toBeNull()
    expect(sent('find-page').map(({ contentId }) => contentId)).toEqual(['7', '7'])
  })

  it('is not changed or saved where it may only be read', () => {
    const { session, sent } = opened({ isReadOnly: true })
    draw(session)
    session.save()
    expect([sent('save'), sent('dirty')]).toEqual([[], []])
  })
})

let drawn = 0

function draw({ editor }: FrameSession): void {
  const change: Change = { type: 'update-object', pageId: 'p1', id: 'o0', fields: { x: ++drawn } }
  editor.change(change, { name: 'Move' })
}

function opened(fields: Partial<Loaded> = {}, loadSharing: SessionPorts['loadSharing'] = () => import('./sharing.ts')) {
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  const messages: FrameMessage[] = []
  const loaded: Loaded = {
    name: 'Flow',
    pageTitle: 'Page',
    document: boxes('a'),
    version: 3,
    pinned: null,
    edited: null,
    diagramPage: null,
    isReadOnly: false,
    isEmbeddable: false,
    canCopy: true,
    theme: 'light',
    templates: null,
    report: [],
    recovered: null,
    ...fields,
  }
  const session = new FrameSession(loaded, {
    post: message => {
      messages.push(message)
    },
    picture: () => Promise.resolve({ image: 'data:image/png;base64,', html: '<svg></svg>' }),
    now: () => time,
    loadSharing,
    setTimer: (run, ms) => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return timer
    },
    clearTimer: timer => {
      timers = timers.filter(one => one !== timer)
    },
  })
  return {
    session,
    sent: <Type extends FrameMessage['type']>(type: Type) =>
      messages.filter((message): message is Extract<FrameMessage, { type: Type }> => message.type === type),
    pass: (ms: number) => {
      time += ms
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { run } of due) run()
    },
    /** Lets the picture be drawn. */
    settle: () => Promise.resolve().then(() => undefined),
  }
}
