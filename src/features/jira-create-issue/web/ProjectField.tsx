import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { listProjects } from '../contract.ts'

interface ProjectFieldProps {
  applicationId: string
  /** Key of the chosen project. */
  value: string | null
  onChange: (key: string | null) => void
}

/** Choice of a project by its name or key. */
export function ProjectField({ applicationId, value, onChange }: ProjectFieldProps) {
  const [typed, setTyped] = useState('')
  // The label of the chosen project is no search.
  const [label, setLabel] = useState('')
  const query = useDebounced(typed === label ? '' : typed.trim())
  const { data, error, isFetching } = useEndpoint(
    listProjects,
    { params: { applicationId }, query: { query } },
    { keepPrevious: true },
  )
  const projects = data?.projects ?? []
  return (
    <>
      <ComboBox
        label={t('Project')}
        options={projects.map(({ key, name }) => ({ id: key, label: labelOf(key, name) }))}
        value={value}
        onChange={key => {
          const chosen = projects.find(project => project.key === key)
          const text = chosen ? labelOf(chosen.key, chosen.name) : ''
          setLabel(text)
          if (chosen) setTyped(text)
          onChange(key)
        }}
        inputValue={typed}
        onInputChange={setTyped}
        isLoading={isFetching}
        error={error?.message}
        isRequired
      />
      {!data && !error && <p role="status">{t('Loading…')}</p>}
    </>
  )
}

const labelOf = (key: string, name: string) => `${name} (${key})`
