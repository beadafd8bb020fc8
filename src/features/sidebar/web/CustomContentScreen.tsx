import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { spaceTree } from '#features/content/web/index.ts'
import { getCustomContent, setCustomContent, type SidebarView } from '../contract.ts'
import { MAX_CUSTOM_CONTENT } from '../shared.ts'

/** Editor of a space's custom sidebar content. */
export default function CustomContentScreen({ search }: ScreenProps) {
  const key = String(search['key'])
  const { data } = useEndpoint(getCustomContent, { params: { key } })
  if (!data) return null
  return (
    <PageFrame title={t('Sidebar content')} width="wide" article={false} contentClass="space-administration">
      <Form spaceKey={key} storage={data.storage} />
    </PageFrame>
  )
}

function Form({ spaceKey, storage }: { spaceKey: string; storage: string }) {
  const client = useQueryClient()
  const [text, setText] = useState(storage)
  const action = useAction(
    async () => {
      const saved = await call(setCustomContent, { params: { key: spaceKey }, body: { storage: text } })
      setText(saved.storage)
      client.setQueryData(queryOptionsFor(getCustomContent, { params: { key: spaceKey } }).queryKey, saved)
      const tree = spaceTree(client, spaceKey)
      const view = tree.space?.parts['sidebar'] as SidebarView | undefined
      if (view) tree.changePart('sidebar', { ...view, customHtml: saved.html })
      showSuccess(t('The sidebar content is saved'))
    },
    { 400: 'storage' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run()
  }
  return (
    <form className="ox-custom-content" onSubmit={submit} onInput={action.reset}>
      <TextArea
        label={t('Content in storage format')}
        description={t('Shown to everyone below the shortcuts of the space. Leave it empty to show nothing.')}
        value={text}
        onChange={setText}
        maxLength={MAX_CUSTOM_CONTENT}
        error={action.fieldError('storage')}
      />
      {action.formError('storage') && <p role="alert">{action.formError('storage')}</p>}
      <Button variant="primary" type="submit" isPending={action.isPending}>
        {t('Save')}
      </Button>
    </form>
  )
}
