import { useEffect, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { showSuccess, showToast } from '#platform/web/ui/toast-store.ts'
import { type FoundPage, useFoundPages } from '../dialogs/PageField.tsx'
import type { EditorTools } from '../tools.ts'
import { appendTo } from './append-to.ts'

/** Asks for the page to whose end a block moves. */
export default function MoveAwayDialog({ tools }: { tools: EditorTools }) {
  const { session, leaving } = tools
  useEffect(() => () => leaving?.stop(), [leaving])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<FoundPage>()
  const [error, setError] = useState<string>()
  const { found, isFetching } = useFoundPages(typed.trim(), session.view.space.key)
  const pages = found.filter(({ id }) => id !== session.view.id)
  const move = useAction(async () => {
    if (!leaving || !chosen) return setError(t('Choose a page of the list.'))
    const page = await appendTo(chosen.id, to => leaving.storageAt(to), t('Block added from another page'))
    const isRemoved = leaving.remove()
    tools.close()
    tellMoved(page, isRemoved)
  })
  return (
    <FormDialog
      title={t('Move to another page')}
      submitLabel={t('Move block')}
      action={move}
      fields={['page']}
      onClose={tools.close}
      width={480}
    >
      <p>{t('The block is added at the end of the page, which is published at once. Undo brings it back here.')}</p>
      <ComboBox
        label={t('Page')}
        placeholder={t('Search for a page')}
        value={chosen?.id ?? null}
        inputValue={typed}
        onInputChange={text => {
          setTyped(text)
          setError(undefined)
          if (text !== chosen?.title) setChosen(undefined)
        }}
        isLoading={isFetching}
        allowsCustomValue
        options={pages.map(({ id, title, spaceName }) => ({ id, label: title, description: spaceName }))}
        onChange={id => {
          const page = pages.find(candidate => candidate.id === id)
          if (!page) return
          setChosen(page)
          setTyped(page.title)
          setError(undefined)
        }}
        {...(error ? { error } : {})}
      />
    </FormDialog>
  )
}

function tellMoved({ title, url }: { title: string; url: string }, isRemoved: boolean): void {
  const action = { label: t('Show'), run: () => void open(url, '_blank', 'noopener') }
  if (isRemoved) showSuccess(t('Moved to “{{title}}”', { title }), { action })
  else
    showToast({
      kind: 'warning',
      title: t('The block was added to “{{title}}”', { title }),
      body: t('It stays here too, because it was changed meanwhile.'),
      action,
      closeAfter: null,
    })
}
