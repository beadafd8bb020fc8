import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { getContent } from '#features/content/contract.ts'
import { siteSearch } from '#features/search/contract.ts'
import { updateSpaceCall } from '#features/spaces/contract.ts'
import type { SpaceDetails } from './SettingsPage.tsx'
import { useInvalidateSpace } from './useInvalidateSpace.ts'

/** Form for name, description and home page. */
export function DetailsForm({ space }: { space: SpaceDetails }) {
  const forget = useInvalidateSpace()
  const [name, setName] = useState(space.name)
  const [description, setDescription] = useState(space.summary)
  const [homePageId, setHomePageId] = useState(space.homePageId)
  const save = useAction(async () => {
    await call(updateSpaceCall, {
      params: { key: space.key },
      body: {
        name,
        description: { plain: { value: description } },
        ...(homePageId !== null && homePageId !== space.homePageId ? { homepage: { id: homePageId } } : {}),
      },
    })
    await forget()
    showSuccess(t('The space was saved'))
  })
  return (
    <ActionForm action={save} fields={['name', 'description', 'homepage']}>
      <TextField
        label={t('Name')}
        isRequired
        value={name}
        onChange={setName}
        error={save.fieldError('name')}
        maxLength={255}
      />
      <TextField
        label={t('Key')}
        value={space.key}
        isReadOnly
        description={t('Part of the addresses of all pages; it cannot be changed.')}
      />
      <TextArea
        label={t('Description')}
        rows={3}
        value={description}
        onChange={setDescription}
        error={save.fieldError('description')}
        maxLength={20_000}
      />
      <HomePageField space={space} value={homePageId} onChange={setHomePageId} error={save.fieldError('homepage')} />
    </ActionForm>
  )
}

interface HomePageFieldProps {
  space: SpaceDetails
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}

/** Combo box of the space's pages. */
function HomePageField({ space, value, onChange, error }: HomePageFieldProps) {
  const current = useEndpoint(getContent, { params: { id: value ?? '' } as never }, { enabled: value !== null })
  const [typed, setTyped] = useState<string>()
  const title = current.data?.title ?? ''
  const query = useDebounced(typed?.trim() ?? '')
  const pages = useEndpoint(
    siteSearch,
    { query: { query, space: [space.key], type: ['page'], limit: 10 } },
    { keepPrevious: true, enabled: typed !== undefined },
  )
  return (
    <ComboBox
      label={t('Home page')}
      description={t('The name of the space links to this page.')}
      placeholder={t('Type words of its title')}
      error={error}
      value={value}
      inputValue={typed ?? title}
      onInputChange={text => {
        // The field also reports its initial text.
        if (typed !== undefined || text !== title) setTyped(text)
      }}
      onChange={id => {
        if (id === null) return
        onChange(id)
        setTyped(undefined)
      }}
      isLoading={pages.isLoading}
      options={(pages.data?.results ?? []).map(page => ({
        id: page.id,
        label: page.title.map(part => part.text).join(''),
      }))}
    />
  )
}
