/** Shown when another user has saved the event meanwhile: field by field, with a choice where both changed it. */
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Paper,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { FieldName } from '../model/event-values.ts'
import { compareVersions, type ThreeVersions } from '../model/merge-values.ts'
import { FieldValue } from './field-value.tsx'

interface ComparisonDialogProps {
  readonly versions: ThreeVersions
  /** Receives the fields whose value is that of the other user. */
  readonly onSave: (fromTheirs: readonly FieldName[]) => void
  readonly onClose: () => void
}

export function ComparisonDialog({ versions, onSave, onClose }: ComparisonDialogProps) {
  const translate = useTranslate()
  const { theirs, conflicts } = compareVersions(versions)
  const [chosen, setChosen] = useState<readonly FieldName[]>([])
  const choose = (name: FieldName, isTheirs: boolean) =>
    setChosen([...chosen.filter((one) => one !== name), ...(isTheirs ? [name] : [])])
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="comparison-title">
      <DialogTitle id="comparison-title">{translate('form.comparison.title')}</DialogTitle>
      <DialogContent>
        <Stack useFlexGap spacing={2}>
          <Typography variant="body2">{translate('form.comparison.text')}</Typography>
          {conflicts.map((name) => (
            <FieldComparison
              key={name}
              name={name}
              versions={versions}
              onChoose={(isTheirs) => choose(name, isTheirs)}
            />
          ))}
          {theirs.length > 0 && (
            <Alert severity="info">
              {translate('form.comparison.theirs_only')}
              <Box component="ul" sx={{ m: 0, pl: 2 }}>
                {theirs.map((name) => (
                  <li key={name}>
                    {translate(`form.fields.${name}`)}: <FieldValue name={name} values={versions.theirs} />
                  </li>
                ))}
              </Box>
            </Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('form.comparison.back')}</Button>
        <Button variant="contained" onClick={() => onSave([...theirs, ...chosen])}>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface FieldComparisonProps {
  readonly name: FieldName
  readonly versions: ThreeVersions
  readonly onChoose: (isTheirs: boolean) => void
}

const VERSIONS = ['mine', 'theirs'] as const

function FieldComparison({ name, versions, onChoose }: FieldComparisonProps) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }} component="section" aria-label={translate(`form.fields.${name}`)}>
      <Typography variant="subtitle2" component="h3">
        {translate(`form.fields.${name}`)}
      </Typography>
      <RadioGroup
        defaultValue="mine"
        onChange={(_, value) => onChoose(value === 'theirs')}
        aria-label={translate(`form.fields.${name}`)}
      >
        {VERSIONS.map((version) => (
          <FormControlLabel
            key={version}
            value={version}
            control={<Radio size="small" />}
            label={
              <>
                <strong>{translate(`form.comparison.${version}`)}:</strong>{' '}
                <FieldValue name={name} values={versions[version]} />
              </>
            }
          />
        ))}
      </RadioGroup>
      <Typography variant="body2" color="textSecondary">
        {translate('form.comparison.base')}: <FieldValue name={name} values={versions.base} />
      </Typography>
    </Paper>
  )
}
