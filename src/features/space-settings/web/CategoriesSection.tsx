import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { addCategory, removeCategory } from '#features/space-categories/contract.ts'
import type { SpaceDetails } from './SettingsPage.tsx'
import css from './space-settings.module.css'
import { useInvalidateSpace } from './useInvalidateSpace.ts'

export function CategoriesSection({ space }: { space: SpaceDetails }) {
  const forget = useInvalidateSpace()
  const [name, setName] = useState('')
  const add = useAction(
    async () => {
      await call(addCategory, { params: { key: space.key, category: name.trim() }, body: {} })
      setName('')
      await forget()
    },
    { 400: 'category' },
  )
  const remove = useAction(async (category: string) => {
    await call(removeCategory, { params: { key: space.key, category } })
    await forget()
  })
  return (
    <Section title={t('Categories')} description={t('Spaces of one category are found together in the directory.')}>
      {space.categories.length > 0 && (
        <ul className={css.categories}>
          {space.categories.map(category => (
            <li key={category}>
              {category}
              <IconButton
                label={t('Remove the category {{category}}', { category })}
                size="small"
                isDisabled={remove.isPending}
                onPress={() => void remove.run(category)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {remove.error && <p role="alert">{remove.error.message}</p>}
      <ActionForm action={add} fields={['category']} submitLabel={t('Add category')} variant="default">
        <TextField
          label={t('Category')}
          isRequired
          value={name}
          onChange={setName}
          error={add.fieldError('category')}
          description={t('One word, in small letters.')}
          maxLength={255}
        />
      </ActionForm>
    </Section>
  )
}
