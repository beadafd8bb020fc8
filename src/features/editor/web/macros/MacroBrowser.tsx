import './macros.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { listMacroForms, type MacroForm } from '../../macros-contract.ts'
import type { EditorTools } from '../tools.ts'
import { openMacro } from './opening.ts'
import { recentMacros } from './recent.ts'

const ALL = ''

/** All macros by category, with a search. */
export default function MacroBrowser({ tools }: { tools: EditorTools }) {
  const forms = useEndpoint(listMacroForms)
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState(ALL)
  const categories = forms.data?.categories ?? []
  const list = useRef<HTMLDivElement>(null)
  const toList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>('[role=option]')?.focus()
  }
  return (
    <Dialog
      title={t('Macros')}
      width={760}
      height={640}
      focusesField
      onClose={tools.close}
      footer={
        <ButtonRow align="end">
          <Button onPress={tools.close}>{t('Cancel')}</Button>
        </ButtonRow>
      }
    >
      <div className="ox-macro-browser">
        <div className="ox-macro-filters">
          <SearchField label={t('Find a macro')} value={query} onChange={setQuery} onKeyDown={toList} />
          <Select
            label={t('Category')}
            isLabelHidden
            value={category}
            onChange={setCategory}
            options={[
              { id: ALL, label: t('All categories') },
              ...categories.map(({ name, title }) => ({ id: name, label: title })),
            ]}
          />
        </div>
        <Loaded answer={forms} failure={t('The macros could not be read')}>
          {({ macros }) => (
            <ListBox
              ref={list}
              className="ox-macro-list"
              aria-label={t('Macros')}
              selectionMode="none"
              onAction={key => openMacro(tools, { kind: 'new', name: nameIn(String(key)) })}
              renderEmptyState={() => <p className="ox-macro-empty">{t('No macro matches.')}</p>}
            >
              {sectionsOf(macros, categories, { query, category }).map(({ name, title, found }) => (
                <ListBoxSection key={name} id={name}>
                  <Header className="ox-macro-heading">{title}</Header>
                  {found.map(macro => (
                    <ListBoxItem
                      key={macro.name}
                      id={`${name} ${macro.name}`}
                      textValue={macro.title}
                      className="ox-macro-entry"
                    >
                      <Text slot="label">{macro.title}</Text>
                      <Text slot="description">{macro.description}</Text>
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

/** A macro may be in two sections: keys have the name of one, too. */
const nameIn = (key: string): string => key.slice(key.indexOf(' ') + 1)

interface MacroSection {
  name: string
  title: string
  found: readonly MacroForm[]
}

/** Sections that have any macro: those used last, then each category. */
function sectionsOf(
  macros: readonly MacroForm[],
  categories: readonly { name: string; title: string }[],
  { query, category }: { query: string; category: string },
): MacroSection[] {
  const typed = query.trim().toLowerCase()
  const found = macros
    .filter(macro => category === ALL || macro.category === category)
    .filter(({ name, aliases, title, description }) =>
      [name, ...aliases, title, description].join(' ').toLowerCase().includes(typed),
    )
    .toSorted((one, other) => one.title.localeCompare(other.title))
  const recent = typed === '' && category === ALL ? recentMacros.read() : []
  return [
    {
      name: 'recent',
      title: t('Recently used'),
      found: recent.flatMap(name => found.find(macro => macro.name === name) ?? []),
    },
    ...categories.map(({ name, title }) => ({ name, title, found: found.filter(macro => macro.category === name) })),
  ].filter(section => section.found.length > 0)
}
