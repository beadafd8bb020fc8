import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { listExcerpts, type MacroParameter } from '../../macros-contract.ts'
import type { TextView } from '../text-session.ts'
import { MacroField } from './MacroField.tsx'
import type { MacroValues } from './values.ts'

const PARAMETER: MacroParameter = {
  name: 'name',
  aliases: [],
  type: 'excerpt',
  label: 'Name of the excerpt',
  help: '',
  isRequired: false,
  isList: false,
  default: '',
  values: [],
  excerpt: { page: '', of: 'multiexcerpt' },
}
const VIEW: TextView = { id: '7', space: { key: 'S' }, canAttach: false }

function Form({ first, onChange }: { first: MacroValues; onChange: (values: MacroValues) => void }) {
  const [values, setValues] = useState(first)
  return (
    <MacroField
      view={VIEW}
      parameter={PARAMETER}
      values={values}
      initial={undefined}
      value={values['name']}
      error={undefined}
      onChange={value => {
        const next = { ...values, name: value }
        setValues(next)
        onChange(next)
      }}
    />
  )
}

test('the name of an excerpt is chosen among those of the page, with their first words', async () => {
  const onChange = vi.fn<(values: MacroValues) => void>()
  const server = new FakeServer().answer(listExcerpts, {
    excerpts: [
      { name: 'Terms', text: 'The terms of use' },
      { name: 'Prices', text: 'All prices in euros' },
    ],
  })
  const { user } = await renderInApp(
    <Form first={{ '': { text: 'Other', spaceKey: 'DOC', isResource: true } }} onChange={onChange} />,
  )
  await user.click(screen.getByRole('button', { name: /Name of the excerpt/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['TermsThe terms of use', 'PricesAll prices in euros'])
  await user.click(options[1]!)
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ name: { text: 'Prices' } }))
  expect(server.calls(listExcerpts).map(({ query }) => query)).toEqual([
    { contentId: '7', page: 'Other', spaceKey: 'DOC', of: 'multiexcerpt' },
  ])
})

test('a name that the page does not have can be written, and none is asked for without a page', async () => {
  const onChange = vi.fn<(values: MacroValues) => void>()
  const server = new FakeServer().answer(listExcerpts, { excerpts: [] })
  const { user } = await renderInApp(<Form first={{}} onChange={onChange} />)
  await user.type(screen.getByRole('combobox', { name: /Name of the excerpt/ }), 'Later')
  expect(onChange).toHaveBeenLastCalledWith({ name: { text: 'Later' } })
  expect(server.calls(listExcerpts)).toEqual([])
})
