import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openEditor } from '../../testing/open-editor.ts'
import { BOLD, BULLETS, Toggles } from './toggles.tsx'

it('a tool that makes nothing of code is off there, and on where a selection goes on behind it', () => {
  const editor = openEditor(
    '<p>text</p><ac:structured-macro ac:name="code"><ac:plain-text-body>code</ac:plain-text-body></ac:structured-macro>',
  )
  const [inText, inCode] = [2, '<text>'.length + 2]
  const isOff = (from: number, to = from) => {
    editor.commands.setTextSelection({ from, to })
    const { unmount } = render(<Toggles editor={editor} toggles={[BOLD, BULLETS]} />)
    const off = screen.getAllByRole('button').map(button => (button as HTMLButtonElement).disabled)
    unmount()
    return off
  }
  expect(isOff(inText)).toEqual([false, false])
  expect(isOff(inCode)).toEqual([true, false])
  expect(isOff(inText, inCode)).toEqual([false, false])
})
