import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import sortTable from './sort-tables.ts'

/** Puts a table of one column into the document and sorts it by its head. @returns the texts of its cells */
async function sortedCells(heading: string, cells: readonly string[]): Promise<string[]> {
  document.body.innerHTML = `<table><tbody><tr><th>${heading}</th></tr>${cells
    .map(cell => `<tr>${cell.startsWith('<td') ? cell : `<td>${cell}</td>`}</tr>`)
    .join('')}</tbody></table>`
  const table = screen.getByRole('table')
  sortTable(table)
  await userEvent.click(screen.getByRole('button'))
  await expect.poll(() => screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('ascending')
  return within(table)
    .getAllByRole('cell')
    .map(cell => cell.textContent)
}

test('a column of dates sorts by their time, whatever they show', async () => {
  expect(
    await sortedCells('Due', [
      '<time datetime="2024-10-01">1 Oct 2024</time>',
      '3 February 2024',
      '<time datetime="2023-12-24">24 Dec 2023</time> at noon',
      '<time datetime="2024-05-06">6 May 2024</time>',
    ]),
  ).toEqual(['24 Dec 2023 at noon', '3 February 2024', '6 May 2024', '1 Oct 2024'])
})

test('a date within a sentence does not decide', async () => {
  expect(
    await sortedCells('Task', [
      'Write it by <time datetime="2023-12-24">24 Dec 2023</time>',
      'Ask Ann by <time datetime="2024-10-01">1 Oct 2024</time>',
    ]),
  ).toEqual(['Ask Ann by 1 Oct 2024', 'Write it by 24 Dec 2023'])
})

test('values that a macro gives to cells come before their texts', async () => {
  expect(
    await sortedCells('Size', ['<td data-sort-value="2048">2 KB</td>', '<td data-sort-value="900">900 bytes</td>']),
  ).toEqual(['900 bytes', '2 KB'])
})

test('sizes and versions sort by their value', async () => {
  expect(await sortedCells('Size', ['2 GB', '100 KB', '1,5 MB'])).toEqual(['100 KB', '1,5 MB', '2 GB'])
  expect(await sortedCells('Release', ['1.10.2', '1.9', '1.10'])).toEqual(['1.9', '1.10', '1.10.2'])
})
