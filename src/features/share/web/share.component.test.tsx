import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { searchGroups, searchUsers } from '#features/accounts/contract.ts'
import { relevantViewRestrictions } from '#features/restrictions/contract.ts'
import SharePopover from './SharePopover.tsx'

test.each([true, false])('the dialog asks for e-mail addresses where the wiki sends mail: %s', async byMail => {
  const none = { results: [], start: 0, limit: 25, size: 0, _links: {} }
  new FakeServer()
    .answer(relevantViewRestrictions, none as never)
    .answer(searchUsers, none as never)
    .answer(searchGroups, none as never)
  const button = <button type="button">Share</button>
  await renderInApp(<SharePopover pageId="7" byMail={byMail} button={button} onOpenChange={() => undefined} />)
  await screen.findByRole('textbox', { name: 'Note' })
  expect(screen.queryAllByRole('textbox', { name: 'E-mail addresses' })).toHaveLength(byMail ? 1 : 0)
})
