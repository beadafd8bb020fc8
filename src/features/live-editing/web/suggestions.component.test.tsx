import type { Editor } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { equivalent } from '#language/index.ts'
import { boxNames } from '#language/testing.ts'
import { openEditor, paste } from '#features/editor/testing/open-editor.ts'
import { replaceSource, sourceAt, storageIn } from '#features/editor/testing/parts.ts'
import { documentOf, textOf, writeText } from '../server/document/text.ts'
import { bodyOf } from '../server/document/tree.ts'
import { keptNodes } from './kept-nodes.ts'
import { sharedMarks } from './shared-marks.ts'
import { decide, setSuggesting, suggestions, suggestionsOf, type Decision } from './suggestions.ts'
import { undoSteps } from './undo-steps.ts'

const editorOn = (doc: Y.Doc, name = 'Ada') =>
  openEditor('', {
    shared: {
      after: '',
      extensions: [
        Collaboration.configure({ fragment: bodyOf(doc) }),
        keptNodes,
        sharedMarks,
        undoSteps,
        ...suggestions({ by: name.toLowerCase(), name }),
      ],
    },
  })

const suggest = (editor: Editor, on = true) => editor.view.dispatch(setSuggesting(editor.state.tr, on))

function open(storage: string) {
  const doc = documentOf({ title: 'T', storage }, boxNames)
  const editor = editorOn(doc)
  suggest(editor)
  return { doc, editor, stored: () => textOf(doc).storage }
}

function end(editor: Editor, decision: Decision, places = suggestionsOf(editor.state)) {
  editor.view.dispatch(decide(editor.state.tr, places, decision))
  editor.state.doc.check()
  return storageIn(editor)
}

/** Puts the cursor behind a word, or selects it. */
function at(editor: Editor, word: string, isSelected = false) {
  let found = 0
  editor.state.doc.descendants((node, position) => {
    const index = node.text?.indexOf(word) ?? -1
    if (index >= 0) found = position + index
  })
  const to = found + word.length
  editor.commands.setTextSelection(isSelected ? { from: found, to } : to)
}

const type = (editor: Editor, text: string) => {
  for (const letter of text) editor.view.dispatch(editor.state.tr.insertText(letter))
}
const press = ({ view }: Editor, key: string) =>
  view.someProp('handleKeyDown', handle => handle(view, new KeyboardEvent('keydown', { key })))
const html = (editor: Editor) => {
  const dom = editor.view.dom.cloneNode(true) as HTMLElement
  return [...dom.querySelectorAll('ins, del')].map(each => `${each.localName}: ${each.textContent}`)
}

const TEXT = '<p>one two three</p><p>four</p>'

describe('in a text, a suggestion', () => {
  it('marks what is typed, as one, and leaves the text as it was', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'one')
    type(editor, ' and a half')
    expect(html(editor)).toEqual(['ins:  and a half'])
    expect(stored()).toBe(TEXT)
    expect(storageIn(editor)).toBe(TEXT)
    expect(suggestionsOf(editor.state)).toMatchObject([{ by: 'ada', name: 'Ada', pieces: [{ kind: 'insertion' }] }])
    expect(end(editor, 'accept')).toBe(TEXT.replace('one', 'one and a half'))
    expect(stored()).toBe(TEXT.replace('one', 'one and a half'))
    expect(html(editor)).toEqual([])
  })

  it('marks what is deleted; a second time, the cursor goes on', () => {
    const { editor, stored } = open(TEXT)
    at(editor, ' two')
    for (const _ of ' two') {
      const { from } = editor.state.selection
      editor.view.dispatch(editor.state.tr.delete(from - 1, from))
    }
    expect(html(editor)).toEqual(['del:  two'])
    expect(suggestionsOf(editor.state)).toHaveLength(1)
    expect(editor.state.selection.$from.parentOffset).toBe('one'.length)
    expect(stored()).toBe(TEXT)
    expect(end(editor, 'accept')).toBe(TEXT.replace(' two', ''))
  })

  it('takes back what was suggested before by deleting it', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'one')
    type(editor, 'xy')
    const { from } = editor.state.selection
    editor.view.dispatch(editor.state.tr.delete(from - 2, from))
    expect(html(editor)).toEqual([])
    expect(suggestionsOf(editor.state)).toEqual([])
    expect(stored()).toBe(TEXT)
  })

  it('replaces a selection, and is undone as one change', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'two', true)
    type(editor, 'second')
    expect(html(editor)).toEqual(['del: two', 'ins: second'])
    expect(suggestionsOf(editor.state)).toHaveLength(1)
    expect(end(editor, 'reject')).toBe(TEXT)
    expect(stored()).toBe(TEXT)
    editor.commands.undo()
    expect(suggestionsOf(editor.state)).toHaveLength(1)
    expect(end(editor, 'accept')).toBe(TEXT.replace('two', 'second'))
  })

  it('keeps the formatting that was, beside the new one', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'two', true)
    editor.commands.toggleMark('bold')
    expect(stored()).toBe(TEXT)
    expect(html(editor)).toEqual(['del: two', 'ins: two'])
    expect(end(editor, 'accept')).toBe(TEXT.replace('two', '<strong>two</strong>'))
  })

  it('does not bring back what was to be deleted when the text around it is formatted', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'two ', true)
    editor.commands.deleteSelection()
    at(editor, 'four')
    editor.commands.setTextSelection({ from: 1, to: 'one two three'.length + 1 })
    editor.commands.toggleMark('bold')
    expect(stored()).toBe(TEXT)
    expect(end(editor, 'accept')).toBe('<p><strong>one three</strong></p><p>four</p>')
  })

  it('selects what is formatted, at the end of the text too, with letters in it that are to be deleted', () => {
    const { editor } = open('<p>four five</p>')
    at(editor, 'five', true)
    type(editor, 'X')
    editor.commands.setTextSelection({ from: 1, to: 'four fiveX'.length + 1 })
    editor.commands.toggleMark('bold')
    const { from, to } = editor.state.selection
    expect(editor.state.doc.textBetween(from, to)).toBe('four X')
    expect(html(editor)).toEqual(['del: four ', 'del: five', 'ins: four ', 'ins: X'])
  })

  it('is typed in text that is to be deleted', () => {
    const { editor } = open(TEXT)
    at(editor, 'two', true)
    editor.commands.deleteSelection()
    at(editor, 'tw')
    type(editor, 'x')
    expect(html(editor)).toEqual(['del: tw', 'ins: x', 'del: o'])
  })

  it('is one for each place that is replaced at once, and all are undone together', () => {
    const { editor, stored } = open('<p>two, two</p><ul><li>two</li></ul>')
    const places: number[] = []
    editor.state.doc.descendants((node, position) => {
      for (const { index } of node.text?.matchAll(/two/g) ?? []) places.unshift(position + index)
    })
    editor.view.dispatch(places.reduce((tr, from) => tr.insertText('2', from, from + 'two'.length), editor.state.tr))
    expect(html(editor)).toEqual(['del: two', 'ins: 2', 'del: two', 'ins: 2', 'del: two', 'ins: 2'])
    const [, second, ...others] = suggestionsOf(editor.state)
    expect(others).toHaveLength(1)
    editor.commands.undo()
    expect(html(editor)).toEqual([])
    editor.commands.redo()
    end(editor, 'accept', [second!])
    expect(stored()).toBe('<p>two, 2</p><ul><li>two</li></ul>')
  })

  it('of a picture leaves the new one selected', () => {
    const picture = (attributes: string) => `<ac:image${attributes}><ri:attachment ri:filename="a.png" /></ac:image>`
    const { editor, stored } = open(`<p>a ${picture('')} b</p>`)
    const place = 'a '.length + 1
    editor.commands.setNodeSelection(place)
    const { tr } = editor.state
    tr.setNodeMarkup(place, null, { ...tr.doc.nodeAt(place)!.attrs, source: picture(' ac:width="10"') })
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, place)))
    expect(editor.state.selection.toJSON()).toEqual({ type: 'node', anchor: place + 1 })
    expect(stored()).toBe(`<p>a ${picture('')} b</p>`)
    expect(end(editor, 'accept')).toBe(`<p>a ${picture(' ac:width="10"')} b</p>`)
  })
})

it('leaves markers of comments to be set as usual', () => {
  const { editor, stored } = open(TEXT)
  at(editor, 'two', true)
  editor.commands.setMark('marker', { attributes: { 'ac:ref': 'r1' } })
  expect(suggestionsOf(editor.state)).toEqual([])
  expect(stored()).toBe(TEXT.replace('two', '<ac:inline-comment-marker ac:ref="r1">two</ac:inline-comment-marker>'))
})

it('is accepted with the text that is joined to it', () => {
  const { editor, stored } = open(TEXT)
  at(editor, 'three')
  editor.commands.splitBlock()
  type(editor, 'new ')
  suggest(editor, false)
  at(editor, 'four')
  editor.commands.setTextSelection(editor.state.selection.from - 'four'.length)
  editor.commands.joinBackward()
  expect(stored()).toBe('<p>one two three</p><p>new four</p>')
  expect(suggestionsOf(editor.state)).toEqual([])
})

it('is accepted with the text that Enter joins to it in place of several blocks', () => {
  const { editor, stored } = open(TEXT)
  at(editor, 'three')
  editor.commands.splitBlock()
  type(editor, 'new')
  suggest(editor, false)
  at(editor, 'new')
  const { from } = editor.state.selection
  editor.commands.setTextSelection({ from: from - 1, to: from + 3 })
  expect(press(editor, 'Enter')).toBe(true)
  expect(stored()).toBe('<p>one two three</p><p>ne</p><p>our</p>')
  expect(suggestionsOf(editor.state)).toEqual([])
})

it('is shown whatever another program has written into its marks', () => {
  const { editor, doc } = open(TEXT)
  const paragraph = bodyOf(doc).get(0) as Y.XmlElement
  const written = { id: { a: 1 }, by: null, name: ['<b>'.repeat(200)], at: 'never' }
  ;(paragraph.get(0) as Y.XmlText).format(0, 3, { suggestedInsertion: written })
  paragraph.setAttribute('suggestion', { ...written, kind: 'deletion' } as never)
  const [place] = suggestionsOf(editor.state)
  expect(place).toMatchObject({ id: '[object Object]', by: 'null', at: 0 })
  expect(place!.name).toHaveLength(255)
  expect(editor.view.dom.querySelector('ins b, del b')).toBeNull()
})

describe('of blocks, a suggestion', () => {
  it('inserts a paragraph by Enter, in which text is typed as usual', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'three')
    editor.commands.splitBlock()
    type(editor, 'new')
    expect(stored()).toBe(TEXT)
    expect(suggestionsOf(editor.state)).toHaveLength(1)
    expect(end(editor, 'accept')).toBe(TEXT.replace('</p>', '</p><p>new</p>'))
  })

  it('replaces several paragraphs by Enter, and is undone as one change', () => {
    const { editor, stored } = open(TEXT)
    editor.commands.setTextSelection({ from: 4, to: 18 })
    expect(press(editor, 'Enter')).toBe(true)
    expect(stored()).toBe(TEXT)
    expect(suggestionsOf(editor.state)).toHaveLength(1)
    expect(end(editor, 'accept')).toBe('<p>one</p><p>ur</p>')
    editor.commands.undo()
    editor.commands.undo()
    expect(suggestionsOf(editor.state)).toEqual([])
    expect(storageIn(editor)).toBe(TEXT)
  })

  it('splits and joins paragraphs, makes lists and tables', () => {
    for (const [change, result] of [
      [(editor: Editor) => editor.commands.splitBlock(), '<p>one</p><p> two three</p><p>four</p>'],
      [
        (editor: Editor) => editor.commands.toggleList('bulletList', 'listItem'),
        '<ul><li><p>one two three</p></li></ul><p>four</p>',
      ],
      [(editor: Editor) => editor.commands.setNode('heading', { level: 2 }), '<h2>one two three</h2><p>four</p>'],
      [(editor: Editor) => editor.commands.joinForward() || editor.commands.selectAll(), undefined],
    ] as const) {
      const { editor, stored } = open(TEXT)
      at(editor, 'one')
      change(editor)
      expect(stored()).toBe(TEXT)
      const accepted = end(editor, 'accept')
      if (result) expect(equivalent(accepted, result), accepted).toBe(true)
      expect(textOf(documentOf({ title: '', storage: accepted }, boxNames)).storage).toBe(accepted)
    }
  })

  it('leaves a block that is to be deleted as it is', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'one')
    editor.commands.setNode('heading', { level: 2 })
    at(editor, 'four')
    const before = editor.state.doc
    let deleted = 0
    before.descendants((node, position) => void (node.attrs['suggestion']?.kind === 'deletion' && (deleted = position)))
    editor.commands.setTextSelection(deleted + 2)
    type(editor, 'x')
    expect(editor.state.doc.eq(before)).toBe(true)
    expect(stored()).toBe(TEXT)
  })

  it('has a source, and is one in another source still', () => {
    const { editor, stored } = open(TEXT)
    at(editor, 'one two three')
    editor.commands.splitBlock()
    type(editor, 'new')
    suggest(editor, false)
    const [{ from } = { from: 0 }] = suggestionsOf(editor.state)[0]!.pieces
    expect(sourceAt(editor, from)).toBe('<p>new</p>')
    replaceSource({ editor, session: { boxes: boxNames } } as never, from, '<h2>newer</h2>')
    expect(stored()).toBe(TEXT)
    expect(end(editor, 'accept')).toBe(TEXT.replace('</p>', '</p><h2>newer</h2>'))
  })

  it('takes a list away with its last item', () => {
    const storage = '<ul><li>one</li></ul><p>two</p>'
    const { editor } = open(storage)
    at(editor, 'one')
    editor.commands.splitListItem('listItem')
    type(editor, 'more')
    expect(end(editor, 'reject')).toBe(storage)
  })
})

it.for([
  [false, '<p>one two three</p>'],
  [true, '<p>one second three</p><p>new</p>'],
] as const)('is no part of copied text; while suggesting (%s), that is as suggested', ([isOn, pasted]) => {
  const { editor } = open(TEXT)
  at(editor, 'two', true)
  type(editor, 'second')
  at(editor, 'three')
  editor.commands.splitBlock()
  type(editor, 'new')
  suggest(editor, isOn)
  const copy = () => {
    const { dom, text } = editor.view.serializeForClipboard(editor.state.selection.content())
    const other = openEditor('')
    paste(other, { 'text/html': dom.innerHTML })
    expect(text).toBe([...dom.children].map(each => each.textContent).join('\n\n'))
    return storageIn(other)
  }
  editor.commands.setTextSelection({ from: 1, to: editor.state.doc.content.size - '<four>'.length })
  expect(copy()).toBe(pasted)
  // Alone, a suggestion is text.
  for (const word of ['two', 'second']) {
    at(editor, word, true)
    expect(copy()).toBe(`<p>${word}</p>`)
  }
})

describe('with others', () => {
  it('is seen and decided by another user, and stays when somebody publishes around it', () => {
    const { doc, editor, stored } = open(TEXT)
    at(editor, 'one')
    type(editor, 'X')
    at(editor, 'three', true)
    type(editor, 'drei')
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
    const second = editorOn(other, 'Grace')
    expect(html(second)).toEqual(html(editor))
    // A published version, merged into the text: in the same paragraph, and in another one.
    writeText(other, { title: 'T', storage: '<p>one two and three</p><p>four</p><p>five</p>' }, boxNames)
    expect(html(second)).toEqual(['ins: X', 'del: three', 'ins: drei'])
    expect(textOf(other).storage).toBe('<p>one two and three</p><p>four</p><p>five</p>')
    const [first] = suggestionsOf(second.state)
    expect(end(second, 'accept', [first!])).toContain('oneX two and three')
    expect(end(second, 'reject')).toBe('<p>oneX two and three</p><p>four</p><p>five</p>')
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote')
    expect(stored()).toBe('<p>oneX two and three</p><p>four</p><p>five</p>')
    expect(suggestionsOf(editor.state)).toEqual([])
  })

  it('never changes the text, whatever is done; rejected, all is as before', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, isAccepted) => {
        const { editor, stored } = open(BLOCKS)
        const initial = stored()
        for (const each of steps) {
          change(editor, each)
          expect(stored()).toBe(initial)
          expect(storageIn(editor)).toBe(initial)
        }
        const after = end(editor, isAccepted ? 'accept' : 'reject')
        expect(suggestionsOf(editor.state)).toEqual([])
        if (!isAccepted) expect(after).toBe(initial)
        expect(stored()).toBe(after)
        editor.destroy()
      }),
      { numRuns: 40 },
    )
  })

  it(
    'converges with what another user suggests at the same time, and with versions published between',
    { timeout: 60_000 },
    () => {
      const ofTwo = fc.record({ step, who: fc.nat(1), isSynced: fc.boolean(), isPublished: fc.boolean() })
      fc.assert(
        fc.property(fc.array(ofTwo, { minLength: 1, maxLength: 14 }), steps => {
          const { doc, editor } = open(BLOCKS)
          const otherDoc = new Y.Doc()
          Y.applyUpdate(otherDoc, Y.encodeStateAsUpdate(doc))
          const other = editorOn(otherDoc, 'Grace')
          suggest(other)
          const sync = () => {
            const updates = [doc, otherDoc].map(each => Y.encodeStateAsUpdate(each))
            for (const update of updates) for (const each of [doc, otherDoc]) Y.applyUpdate(each, update, 'remote')
          }
          let text = storageIn(editor)
          const isText = () => [doc, otherDoc].every(each => equivalent(textOf(each).storage, text))
          for (const { step: each, who, isSynced, isPublished } of steps) {
            if (isPublished) {
              sync()
              const word = WORDS[each.from % WORDS.length]!
              text = text.replace(word, each.length % 2 ? `${word} more` : 'n')
              writeText(doc, { title: 'T', storage: text }, boxNames)
            }
            if (isSynced || isPublished) sync()
            expect(isText()).toBe(true)
            change(who === 0 ? editor : other, each)
            expect(isText()).toBe(true)
          }
          sync()
          expect(editor.state.doc.toString()).toBe(other.state.doc.toString())
          end(editor, 'reject')
          sync()
          expect(isText()).toBe(true)
          editor.destroy()
          other.destroy()
        }),
        { numRuns: 25 },
      )
    },
  )
})

const BLOCKS =
  '<h2>Plan</h2><p>one <strong>two</strong> three</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><table><tbody><tr><th>h</th><td>d</td></tr><tr><td>e</td><td>f</td></tr></tbody></table><ac:structured-macro ac:name="info"><ac:rich-text-body><p>in a box</p></ac:rich-text-body></ac:structured-macro><p>end</p>'
const WORDS = ['Plan', ' three', 'in a box', 'end']

const step = fc.record({ kind: fc.nat(9), from: fc.nat(1000), length: fc.nat(12) })

/** Makes a change at some place, or of a selection. */
function change(editor: Editor, { kind, from, length }: { kind: number; from: number; length: number }) {
  const { doc, tr } = editor.state
  const { size } = doc.content
  const start = 1 + (from % Math.max(1, size - 2))
  const [one, other] = [start, Math.min(size - 1, start + (kind % 2 ? length : 0))]
  editor.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(one), doc.resolve(other))))
  CHANGES[kind]!(editor)
}

const CHANGES: readonly ((editor: Editor) => unknown)[] = [
  editor => type(editor, 'xyz'),
  editor => editor.view.dispatch(editor.state.tr.deleteSelection()),
  editor => editor.commands.splitBlock(),
  editor => editor.commands.toggleMark('bold'),
  editor => editor.commands.joinBackward(),
  editor => editor.commands.setNode('heading', { level: 3 }),
  editor => editor.commands.toggleList('bulletList', 'listItem'),
  editor => editor.commands.toggleWrap('blockquote'),
  editor => editor.commands.joinForward(),
  editor => type(editor, 'q'),
]
