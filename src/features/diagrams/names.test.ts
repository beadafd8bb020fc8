import { describe, expect, it } from 'vitest'
import { NOT_IN_UNLINKED, UNLINK_PROBLEMS, unlinkNameProblem } from './names.ts'

describe('the name of an unlinked copy', () => {
  it('cannot contain certain characters, which the message lists [D5-13]', () => {
    expect(NOT_IN_UNLINKED.join(' ')).toBe(String.raw`" \ / | : { < & + ? = ;`)
    for (const character of NOT_IN_UNLINKED)
      expect(unlinkNameProblem(`My ${character} diagram`), character).toBe('characters')
    expect(UNLINK_PROBLEMS.characters).toBe(
      'The diagram name cannot contain any of the following characters: {{characters}}',
    )
  })

  it('is not blank, is free on the page, and is that of a file', () => {
    expect([unlinkNameProblem(''), unlinkNameProblem(' \t ')]).toEqual(['empty', 'empty'])
    expect(unlinkNameProblem(' Flow ', ['Flow'])).toBe('taken')
    expect(unlinkNameProblem('Flow', ['flow', 'Flow 2'])).toBeUndefined()
    expect(unlinkNameProblem('Ablauf (öffentlich), 50 % @ [x]')).toBeUndefined()
    for (const name of ['..', 'a\u0007b', 'x'.repeat(252), 'ö'.repeat(126)])
      expect(unlinkNameProblem(name), name).toBe('invalid')
  })
})
