import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import css from './Tabs.module.css'

export interface TabItem {
  id: string
  label: string
  /** Count beside the label. */
  count?: number
  href?: string
  content: ReactNode
}

export interface TabsProps {
  label: string
  items: readonly TabItem[]
  selected?: string
  onChange?: (id: string) => void
}

/** Tabs, navigated by arrow keys. */
export function Tabs({ label, items, selected, onChange }: TabsProps) {
  return (
    <AriaTabs
      className={css.tabs}
      {...(selected === undefined ? {} : { selectedKey: selected })}
      {...(onChange ? { onSelectionChange: key => onChange(String(key)) } : {})}
    >
      <TabList className={css.list} aria-label={label}>
        {items.map(item => (
          <Tab key={item.id} id={item.id} className={css.tab} {...(item.href ? { href: item.href } : {})}>
            {item.label}
            {item.count !== undefined && <span className={css.count}>{item.count}</span>}
          </Tab>
        ))}
      </TabList>
      {items.map(item => (
        <TabPanel key={item.id} id={item.id} className={css.panel}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
