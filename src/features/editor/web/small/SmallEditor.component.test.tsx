import { createRef } from 'react'
import { expect, test } from 'vitest'
import { FakeServer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { EditorMacro } from '../../contract.ts'
import { listMacros } from '../../macros-contract.ts'
import { SmallEditor, type SmallEditorHandle } from './SmallEditor.tsx'

const QUIZ: EditorMacro = {
  name: 'quiz',
  title: 'Quiz',
  description: '',
  category: 'formatting',
  keywords: '',
  aliases: [],
  isCommon: false,
  hasForm: false,
  parameters: {},
  isBox: true,
  hasTitle: false,
}

const STORAGE =
  '<ac:structured-macro ac:name="quiz"><ac:rich-text-body><p>asked</p></ac:rich-text-body></ac:structured-macro>'

async function shown(storage: string) {
  const ref = createRef<SmallEditorHandle>()
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const { container } = await renderInApp(
    <SmallEditor
      ref={ref}
      view={view}
      label="Comment"
      hasToolbar={false}
      storage={storage}
      people={{}}
      isLocked={false}
      onChange={() => undefined}
      onSend={() => undefined}
      onLeave={() => undefined}
    />,
  )
  await expect.poll(() => container.querySelector('.ProseMirror')).not.toBeNull()
  return { isEdited: container.querySelector('.ox-macro-body') !== null, stored: await ref.current?.finish() }
}

test('a short text asks for the macros only if it holds a body that may be edited', async () => {
  const server = new FakeServer().answer(listMacros, () => ({ macros: [QUIZ] }))
  expect(await shown('<p>words</p>')).toEqual({ isEdited: false, stored: '<p>words</p>' })
  expect(server.calls(listMacros)).toHaveLength(0)
  expect(await shown(STORAGE)).toEqual({ isEdited: true, stored: STORAGE })
  expect(server.calls(listMacros)).toHaveLength(1)
})

test('without an answer, a macro is shown as a whole and kept', async () => {
  new FakeServer().answer(listMacros, () => refusal(503, 'Busy'))
  expect(await shown(STORAGE)).toEqual({ isEdited: false, stored: STORAGE })
})
