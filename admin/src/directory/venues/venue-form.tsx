/** The fields of a venue. The service validates them. */
import { Alert, Box } from '@mui/material'
import { useMemo } from 'react'
import { NumberInput, required, TextInput, useRecordContext, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { CustomFieldInputs } from '../../custom-fields/custom-field-inputs.tsx'
import { ImageField } from '../../media/image-field.tsx'
import { settings } from '../../settings.ts'
import { DirectoryForm, FieldRow, StatusInput } from '../directory-form.tsx'
import { SimilarWarning } from '../similar-warning.tsx'
import { PinMap, type Position } from './pin-map.tsx'

const toNumber = (value: unknown): number | undefined =>
  value === '' || value === null || value === undefined ? undefined : Number(value)

function PositionInput() {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const [lat, lng, address] = useWatch({ name: ['geo_lat', 'geo_lng', 'address'] })
  const position = useMemo((): Position | undefined => {
    const [latitude, longitude] = [toNumber(lat), toNumber(lng)]
    return latitude === undefined || longitude === undefined ? undefined : { lat: latitude, lng: longitude }
  }, [lat, lng])
  const move = (next: Position) => {
    setValue('geo_lat', next.lat, { shouldDirty: true })
    setValue('geo_lng', next.lng, { shouldDirty: true })
  }
  const state = position ? 'position_set' : address ? 'position_from_address' : 'position_missing'
  return (
    <Box sx={{ width: '100%' }}>
      {settings.tiles && <PinMap position={position} label={translate('directory.map')} onMove={move} />}
      <FieldRow>
        <NumberInput source="geo_lat" step="any" />
        <NumberInput source="geo_lng" step="any" />
      </FieldRow>
      <Alert severity={position ? 'success' : 'info'} sx={{ mb: 1 }}>
        {translate(`directory.${state}`)}
      </Alert>
    </Box>
  )
}

function Similar() {
  const record = useRecordContext()
  const [name = '', address, city] = useWatch({ name: ['venue', 'address', 'city'] })
  return <SimilarWarning resource="venues" name={name} address={address} city={city} exclude={record?.id} />
}

export const VenueForm = () => (
  <DirectoryForm>
    <TextInput source="venue" validate={required()} />
    <Similar />
    <TextInput source="address" />
    <FieldRow>
      <TextInput source="zip" />
      <TextInput source="city" />
    </FieldRow>
    <FieldRow>
      <TextInput source="stateprovince" />
      <TextInput source="country" />
    </FieldRow>
    <PositionInput />
    <FieldRow>
      <TextInput source="phone" type="tel" />
      <TextInput source="website" type="url" />
    </FieldRow>
    <ImageField />
    <CustomFieldInputs kind="venue" />
    <TextInput source="description" multiline minRows={3} />
    <FieldRow>
      <TextInput source="slug" />
      <StatusInput />
    </FieldRow>
  </DirectoryForm>
)
