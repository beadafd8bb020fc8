import { useState } from 'react'
import { Checkbox, RadioGroup, Switch } from '../ui/Choices.tsx'
import { ComboBox } from '../ui/ComboBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea, TextField } from '../ui/TextField.tsx'
import { Section } from './Section.tsx'
import css from './styleguide.module.css'

const SPACES = [
  { id: 'DOCS', label: 'Documentation', description: 'DOCS' },
  { id: 'ENG', label: 'Engineering', description: 'ENG' },
  { id: 'HR', label: 'People and culture', description: 'HR' },
  { id: 'OLD', label: 'Archived space', isDisabled: true },
]

export function FieldsSection() {
  const [space, setSpace] = useState<string | null>('DOCS')
  const [found, setFound] = useState<string | null>(null)
  const [order, setOrder] = useState<string | null>('tree')
  const [files, setFiles] = useState<string[]>([])
  return (
    <Section title="Fields">
      <div className={css.grid}>
        <TextField label="Space name" isRequired placeholder="Documentation" description="Shown in the sidebar." />
        <TextField label="Space key" defaultValue="DO CS" error="A key has letters and digits alone: try DOCS." />
        <TextField label="Locked" defaultValue="Set by the administrator" isDisabled />
        <Select label="Space" options={SPACES} value={space} onChange={setSpace} />
        <ComboBox label="Find a space" options={SPACES} value={found} onChange={setFound} placeholder="Type a name" />
        <TextArea label="Description" placeholder="What is this space for?" />
        <RadioGroup
          label="Navigation display options"
          value={order}
          onChange={setOrder}
          options={[
            { id: 'children', label: 'Child pages' },
            { id: 'tree', label: 'Page tree', description: 'All pages of the space, level by level.' },
          ]}
        />
        <div className={css.stack}>
          <Checkbox defaultSelected>Notify watchers</Checkbox>
          <Checkbox isIndeterminate description="Three of twelve pages">
            Include attachments
          </Checkbox>
          <Checkbox isDisabled>Not available</Checkbox>
          <Switch defaultSelected description="Effective at once">
            Full width
          </Switch>
          <Switch>Show shortcuts</Switch>
        </div>
        <FileDrop
          onFiles={list => setFiles(list.map(file => file.name))}
          hint={files.length > 0 ? files.join(', ') : 'Up to 100 MB each'}
        />
      </div>
    </Section>
  )
}
