import type { enCustomFields } from './en-custom-fields.ts'

export const itCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Campi aggiuntivi di eventi, luoghi e organizzatori',
  'error.custom-field-not-found': 'Campo non trovato.',
  'error.custom_field_exists': 'Esiste già un campo con questa chiave.',
  'error.too_many_custom_fields': 'Si possono definire al massimo {limit} campi.',
  'hint.custom_text': 'È previsto un testo di al massimo {limit} byte.',
  'hint.any_number': 'È previsto un numero.',
  'hint.custom_keys': 'Sono previste chiavi di campi aggiuntivi di questi elementi: {names}.',
  'hint.custom_fields': 'È previsto un oggetto con valori per chiave dei campi aggiuntivi.',
  'hint.custom_key': 'Sono previste al massimo {limit} lettere, cifre, «_» e «-», con una lettera o un «_» all’inizio.',
  'hint.custom_labels':
    'È previsto un testo o un oggetto con testi di al massimo {limit} caratteri per lingua: {names}.',
  'hint.custom_options':
    'È previsto un elenco di al massimo {limit} testi diversi; una scelta ne richiede almeno uno, gli altri tipi nessuno.',
  'operation.listFields': 'Elencare i campi aggiuntivi nel loro ordine',
  'operation.createField': 'Creare un campo aggiuntivo',
  'operation.getField': 'Ottenere un campo aggiuntivo',
  'operation.updateField': 'Modificare un campo aggiuntivo; ciò che è omesso non cambia',
  'operation.deleteField': 'Eliminare un campo aggiuntivo; i valori salvati restano e vengono nascosti',
  'custom_field.key': 'Chiave del campo, con cui gli elementi contengono il suo valore; non si può cambiare',
  'custom_field.label':
    'Etichetta per lingua; un testo è l’etichetta nella prima lingua del sito. Le risposte la mostrano nella lingua del loro URL',
  'custom_field.type': 'Tipo dei valori. Dopo una modifica i valori di un altro tipo sono nascosti',
  'custom_field.options': 'Valori ammessi di una scelta',
  'custom_field.kinds': 'Tipi di elementi che hanno il campo; tutti per impostazione predefinita',
  'custom_field.show_on_pages': 'Se le pagine pubbliche mostrano i valori; sì per impostazione predefinita',
  'custom_field.order': 'Posizione in moduli, pagine e risposte; l’ultima per impostazione predefinita',
  'field.custom_fields':
    'Valori dei campi aggiuntivi per chiave; è accettato anche {"label", "value"} come nelle risposte. Un valore vuoto ne rimuove uno, le altre chiavi non cambiano',
  'list.custom_fields':
    'Valori dei campi aggiuntivi per chiave, come custom_fields[age]=18; gli elementi devono averli tutti',
  'word.yes': 'Sì',
  'word.no': 'No',
}
