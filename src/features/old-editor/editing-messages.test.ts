import { expect, it } from 'vitest'
import { editingMessage } from './editing-messages.ts'

it('names who edits, and nobody where the address names nobody', () => {
  expect(editingMessage({ editingLocked: 'Ann Smith' }, 'page')?.values).toEqual({ name: 'Ann Smith' })
  for (const editingLocked of ['', 'true'])
    expect(editingMessage({ editingLocked }, 'page')?.values).toEqual({ name: 'someone else' })
  expect(editingMessage({ editingLocked: 'x'.repeat(5000) }, 'page')?.values?.['name']).toHaveLength(255)
})

it('says nothing without a flag, and takes the first of several', () => {
  expect(editingMessage({ pageId: '1' }, 'page')).toBeUndefined()
  expect(editingMessage({ editingFailed: 'true', editingLocked: ['Ann', 'Bob'] }, 'page')?.values).toEqual({
    name: 'Ann',
  })
})
