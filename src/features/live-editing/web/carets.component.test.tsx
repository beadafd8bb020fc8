import { expect, it } from 'vitest'
import type { LivePerson } from '../shared.ts'
import { caretOf } from './carets.ts'

it('shows names as text, whatever they contain', () => {
  const name = '<img src=x onerror=alert(1)>'
  const colour = '1" onclick="alert(1)' as unknown as number
  const caret = caretOf({ userKey: 'k', name, picture: '', colour } satisfies LivePerson)
  expect(caret.textContent).toContain(name)
  expect(caret.querySelector('img')).toBeNull()
  expect(caret.outerHTML).not.toMatch(/<[^>]*on(?:click|error)/)
  expect(caret.dataset['person']).toBe('0')
})
