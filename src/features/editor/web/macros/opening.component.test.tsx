import { Plugin } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { openEditor } from '../../testing/open-editor.ts'
import type { EditorTools } from '../tools.ts'
import { listenForMacros } from './opening.ts'

it('listens without making the views of the plugins again, which would build a shared text twice', () => {
  const editor = openEditor('<p>text</p>')
  let made = 0
  editor.registerPlugin(
    new Plugin({
      view() {
        made++
        return {}
      },
    }),
  )
  listenForMacros({ editor } as EditorTools)()
  expect(made).toBe(1)
})
