import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointKey } from '#platform/page-data.ts'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { addressCandidates } from '../contract.ts'
import { Candidates } from './Candidates.tsx'

const address = { spaceKey: 'DOCS', title: 'Plan' }
const results = [
  { id: '7', title: 'Old plan', url: '/display/DOCS/Old+plan', space: { key: 'DOCS', name: 'Documentation' } },
]

test('candidates of the document are shown without a call', async () => {
  const server = new FakeServer()
  const queries = [{ key: endpointKey(addressCandidates, { query: address }), data: { results } }]
  await renderInApp(<Candidates address={address} />, { queries })
  expect(screen.getByRole('link', { name: 'Old plan' }).getAttribute('href')).toBe('/display/DOCS/Old+plan')
  screen.getByText('Documentation')
  expect(server.calls(addressCandidates)).toEqual([])
})

test('candidates of an address inside the app are asked for, and none are no list', async () => {
  const server = new FakeServer().answer(addressCandidates, ({ query }) => ({
    results: query['title'] === 'Plan' ? results : [],
  }))
  await renderInApp(
    <>
      <Candidates address={address} />
      <Candidates address={{ spaceKey: 'DOCS', title: 'Nothing' }} />
    </>,
  )
  await screen.findByRole('link', { name: 'Old plan' })
  expect(server.calls(addressCandidates)).toHaveLength(2)
  expect(screen.getAllByRole('list')).toHaveLength(1)
})
