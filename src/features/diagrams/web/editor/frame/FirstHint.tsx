import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { readSetting, storeSetting } from '../store/settings.ts'
import { useEditorState } from '../store/useEditor.ts'

const SETTING = 'first-hint-read'

/** How drawing begins, for who opens the editor for the first time; dismissed once for all. It covers nothing. */
export function FirstHint() {
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const [isRead, setRead] = useState(() => readSetting(SETTING, value => typeof value === 'boolean') ?? false)
  if (isRead || isReadOnly) return null
  const dismiss = () => {
    setRead(true)
    storeSetting(SETTING, true)
  }
  return (
    <div className="ox-de-notices">
      <Banner
        actions={
          <Button size="small" onPress={dismiss}>
            {t('Got it')}
          </Button>
        }
      >
        {t(
          'Drag a shape from “Shapes” onto the sheet and write into it. A line begins at the edge of a shape: drag it to the next one. The key ? shows all shortcuts.',
        )}
      </Banner>
    </div>
  )
}
