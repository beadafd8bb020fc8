import './table-filter.css'
import { TABLE_FILTER_MACRO, type FilterSettings } from '../shared.ts'
import { macroSelector } from '#features/content/web/index.ts'
import { isPlainTable } from '#platform/web/table-cells.ts'
import { FilterPane } from './pane.ts'

const MOST_TABLES = 20

/** Lets readers filter the rows of the tables in a macro. Returns a cleanup function. */
export default function filterTables(macro: HTMLElement): () => void {
  const settings = JSON.parse(macro.dataset['filter'] ?? '') as FilterSettings
  let panes = new Map<HTMLTableElement, FilterPane>()
  const end = () => {
    for (const pane of panes.values()) pane.end()
  }
  const begin = () => {
    panes = new Map(
      tablesOf(macro).map(table => [table, new FilterPane(table, settings)] satisfies [HTMLTableElement, FilterPane]),
    )
  }
  begin()
  // Another macro may put its table into the place of the one that is filtered.
  const changes = new MutationObserver(() => {
    if ([...panes.keys()].every(table => macro.contains(table)) && tablesOf(macro).every(table => panes.has(table)))
      return
    end()
    begin()
  })
  changes.observe(macro, { childList: true, subtree: true })
  return () => {
    changes.disconnect()
    end()
  }
}

/** Tables of the macro, without those of a filter in it. */
function tablesOf(macro: HTMLElement): HTMLTableElement[] {
  return [...macro.querySelectorAll('table')]
    .filter(table => table.closest(macroSelector(TABLE_FILTER_MACRO)) === macro && isPlainTable(table))
    .slice(0, MOST_TABLES)
}
