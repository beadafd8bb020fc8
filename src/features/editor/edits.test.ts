import { undoDepth } from '@tiptap/pm/history'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equivalent, parse, serialise } from '#language/index.ts'
import { anyStorage } from '#language/editor/testing.ts'
import { runsOf } from '../../../test/lanes.ts'
import { Keyboard } from './testing/keys.ts'
import { docOf, storageOf } from './testing/state.ts'

const KEYS = `Enter Shift-Enter Mod-Enter Backspace Delete Tab Shift-Tab Alt-ArrowUp Alt-ArrowDown ArrowUp ArrowDown
  ArrowLeft ArrowRight Escape Mod-a Mod-b Mod-i Mod-u Mod-e Mod-Alt-1 Mod-Alt-0 Mod-Shift-7 Mod-Shift-8 Mod-Shift-9
  Mod-Shift-b Mod-z Mod-Shift-z`.split(/\s+/)
const place = fc.nat(200)
const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('select'), at: place, length: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('press'), key: fc.constantFrom(...KEYS) }) },
  fc.record({
    kind: fc.constant('write'),
    text: fc.constantFrom('x', ' ', '- ', '# ', '[] ', '``` ', '> ', '1. ', '---'),
  }),
  fc.record({ kind: fc.constant('copy'), at: place, length: fc.nat(20) }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function change(editor: Keyboard, step: Edit): void {
  if ('key' in step) editor.press(step.key)
  else if ('text' in step) for (const letter of step.text) editor.write(letter)
  else if (step.kind === 'select') editor.select(step.at, step.at + step.length)
  else editor.insertCopy(step.at, step.at + step.length)
}

it('stores whatever is done to any page so that it opens as it is, and takes it back', () => {
  fc.assert(
    fc.property(anyStorage, fc.array(edit, { minLength: 1, maxLength: 12 }), (source, edits) => {
      const text = `${source}<p>|</p>`
      const editor = new Keyboard(text)
      for (const step of edits) {
        change(editor, step)
        editor.state.doc.check()
      }
      const { storage } = editor
      expect(serialise(parse(storage))).toBe(storage)
      expect(equivalent(storage, storageOf(docOf(storage))), storage).toBe(true)
      // The library clears the formats of a page that becomes empty while all of it is selected.
      editor.select(0)
      // The first step took the sign of the cursor away.
      while (undoDepth(editor.state) > 0) expect(editor.press('Mod-z')).toBe(true)
      expect(equivalent(editor.storage, text), editor.storage).toBe(true)
    }),
    { numRuns: runsOf(100, 1000) },
  )
}, 3_600_000)
