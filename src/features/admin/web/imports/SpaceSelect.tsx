import { t } from '#platform/web/i18n.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select } from '#platform/web/ui/Select.tsx'

const ALL = 'all'
/** Options of a select; more are searched by typing. */
const MOST_OPTIONS = 15

interface SpaceSelectProps {
  label: string
  spaces: readonly { key: string; name: string }[]
  /** Key of a space; empty for all. */
  value: string
  onChange: (key: string) => void
}

/** Choice of one space, or of all. */
export function SpaceSelect({ label, spaces, value, onChange }: SpaceSelectProps) {
  // Keys are no ids of options by themselves: a space may have the key "all".
  const options = [
    { id: ALL, label: t('All spaces') },
    ...spaces.map(({ key, name }) => ({ id: `key:${key}`, label: name, description: key })),
  ]
  const field = {
    label,
    options,
    value: value === '' ? ALL : `key:${value}`,
    onChange: (id: string | null) => onChange(id === null || id === ALL ? '' : id.slice('key:'.length)),
  }
  return options.length > MOST_OPTIONS ? <ComboBox {...field} /> : <Select {...field} />
}
