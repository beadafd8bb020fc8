/** The field for one parameter of a macro. */
import { readBoolean } from '#language/macros/parameters.ts'
import type { MacroValue } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select, type Option } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { searchUsers } from '#features/accounts/contract.ts'
import { listAttachments } from '#features/attachments/contract.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { listExcerpts, type MacroParameter } from '../../macros-contract.ts'
import { useFoundPages } from '../dialogs/PageField.tsx'
import type { TextView } from '../text-session.ts'
import type { MacroValues } from './values.ts'

const MOST = 20

export interface MacroFieldProps {
  view: TextView
  parameter: MacroParameter
  /** Those of the whole form. */
  values: MacroValues
  /** The value before the form was opened. */
  initial: MacroValue | undefined
  value: MacroValue | undefined
  error: string | undefined
  onChange: (value: MacroValue | undefined) => void
}

export function MacroField(props: MacroFieldProps) {
  const { parameter } = props
  switch (parameter.type) {
    case 'boolean':
      return <BooleanField {...props} />
    case 'enum':
      return <EnumField {...props} />
    case 'colour':
      return <ColourField {...props} />
    case 'page':
      return <PageInput {...props} />
    case 'attachment':
      return <FileInput {...props} />
    case 'excerpt':
      return <ExcerptInput {...props} />
    case 'space':
      return parameter.isList ? <TextInput {...props} /> : <SpaceInput {...props} />
    case 'user':
      return parameter.isList ? <TextInput {...props} /> : <UserInput {...props} />
    default:
      return <TextInput {...props} />
  }
}

/** Label, help and error of a field. */
function facts({ parameter, error }: MacroFieldProps) {
  const { label, help, isRequired, isList, default: standard } = parameter
  const notes = [
    help,
    isList ? t('Several are separated by commas.') : '',
    standard === '' || parameter.type === 'enum' ? '' : t('Default: {{value}}', { value: standard }),
  ]
  const description = notes.filter(note => note !== '').join(' ')
  return {
    label,
    isRequired,
    ...(description === '' ? {} : { description }),
    ...(error === undefined ? {} : { error }),
  }
}

/** The value of a text; none for an empty one. */
function valueOf(text: string): MacroValue | undefined {
  return text === '' ? undefined : { text }
}

function TextInput(props: MacroFieldProps) {
  const { parameter, value, onChange } = props
  return (
    <TextField
      {...facts(props)}
      value={value?.text ?? ''}
      onChange={text => onChange(valueOf(text))}
      maxLength={5000}
      {...(parameter.type === 'number' ? { inputMode: 'numeric' } : {})}
    />
  )
}

function BooleanField({ parameter, initial, value, onChange }: MacroFieldProps) {
  const standard = parameter.default === 'true'
  const isOn = readBoolean(value?.text ?? '') ?? standard
  return (
    <Checkbox
      isSelected={isOn}
      // A default that was not written before need not be written now.
      onChange={next => onChange(next === standard && initial === undefined ? undefined : { text: String(next) })}
      {...(parameter.help === '' ? {} : { description: parameter.help })}
    >
      {parameter.label}
    </Checkbox>
  )
}

const NONE = ''

function EnumField(props: MacroFieldProps) {
  const { parameter, initial, value, onChange } = props
  const { values, default: standard } = parameter
  const written = value?.text.trim().toLowerCase()
  const chosen = values.find(one => one.toLowerCase() === written) ?? (standard === '' ? NONE : standard)
  const options = values.map((one): Option => ({ id: one, label: one }))
  return (
    <Select
      {...facts(props)}
      value={chosen}
      options={standard === '' ? [{ id: NONE, label: t('Not set') }, ...options] : options}
      onChange={id => onChange(id === NONE || (id === standard && initial === undefined) ? undefined : { text: id })}
    />
  )
}

function ColourField(props: MacroFieldProps) {
  const { value, onChange } = props
  const text = value?.text ?? ''
  return (
    <div className="ox-macro-colour">
      <TextInput {...props} />
      <input
        type="color"
        aria-label={t('Choose {{name}}', { name: props.parameter.label })}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#ffffff'}
        onChange={event => onChange({ text: event.target.value })}
      />
    </div>
  )
}

interface Choice extends Option {
  value: MacroValue
}

interface PickerProps {
  field: MacroFieldProps
  choices: readonly Choice[]
  isLoading: boolean
  /** The value of what is typed instead of picked. */
  valueOfText?: (text: string) => MacroValue
}

/** Combo box whose text is the value, unless an option is picked. */
function Picker({ field, choices, isLoading, valueOfText = text => ({ text }) }: PickerProps) {
  const text = field.value?.text ?? ''
  return (
    <ComboBox
      {...facts(field)}
      value={null}
      inputValue={text}
      // Of an option that is picked, the field says its text too.
      onInputChange={next => next !== text && field.onChange(next === '' ? undefined : valueOfText(next))}
      isLoading={isLoading}
      allowsCustomValue
      options={choices}
      onChange={id => {
        const choice = choices.find(one => one.id === id)
        if (choice) field.onChange(choice.value)
      }}
    />
  )
}

function PageInput(props: MacroFieldProps) {
  const { found, isFetching } = useFoundPages(props.value?.text.trim() ?? '', props.view.space.key)
  return (
    <Picker
      field={props}
      isLoading={isFetching}
      choices={found.map(({ id, title, spaceKey, spaceName }) => ({
        id,
        label: title,
        description: spaceName,
        value: { text: title, spaceKey, isResource: true },
      }))}
      // Words such as @self are no titles.
      valueOfText={text => ({ text, isResource: !text.startsWith('@') })}
    />
  )
}

function FileInput(props: MacroFieldProps) {
  const { view, value } = props
  const { data, isLoading } = useEndpoint(listAttachments, { params: { id: view.id }, query: { limit: 100 } })
  const typed = value?.text.toLowerCase() ?? ''
  return (
    <Picker
      field={props}
      isLoading={isLoading}
      choices={(data?.results ?? [])
        .filter(({ title }) => title.toLowerCase().includes(typed))
        .map(({ id, title }) => ({ id, label: title, value: { text: title, isResource: true } }))}
      valueOfText={text => ({ text, isResource: true })}
    />
  )
}

/** The names of a page's excerpts, each with its first words. */
function ExcerptInput(props: MacroFieldProps) {
  const { view, value, values, parameter } = props
  const { page = '', of = 'excerpt' } = parameter.excerpt ?? {}
  const { text = '', spaceKey } = values[page] ?? {}
  const title = useDebounced(text.trim())
  const { data, isFetching } = useEndpoint(
    listExcerpts,
    { query: { contentId: view.id, page: title, of, ...(spaceKey === undefined ? {} : { spaceKey }) } },
    { enabled: title !== '' && title === text.trim() },
  )
  const typed = value?.text.trim().toLowerCase() ?? ''
  const excerpts = title === '' ? [] : (data?.excerpts ?? [])
  const isChosen = excerpts.some(({ name }) => name.toLowerCase() === typed)
  return (
    <Picker
      field={props}
      isLoading={isFetching}
      choices={excerpts
        .filter(({ name }) => isChosen || name.toLowerCase().includes(typed))
        .map(({ name, text: words }) => ({ id: name, label: name, description: words, value: { text: name } }))}
    />
  )
}

function SpaceInput(props: MacroFieldProps) {
  const query = useDebounced(props.value?.text.trim() ?? '')
  const { data, isLoading } = useEndpoint(
    spaceDirectory,
    { query: { limit: MOST, ...(query === '' ? {} : { query }) } },
    { keepPrevious: true },
  )
  return (
    <Picker
      field={props}
      isLoading={isLoading}
      choices={(data?.results ?? []).map(({ key, name }) => ({
        id: key,
        label: key,
        description: name,
        value: { text: key },
      }))}
    />
  )
}

function UserInput(props: MacroFieldProps) {
  const query = useDebounced(props.value?.text.trim() ?? '')
  const { data, isLoading } = useEndpoint(searchUsers, { query: { query, limit: MOST } }, { keepPrevious: true })
  return (
    <Picker
      field={props}
      isLoading={isLoading}
      choices={(data?.results ?? []).map(({ username, displayName }) => ({
        id: username,
        label: username,
        description: displayName,
        value: { text: username },
      }))}
    />
  )
}
