/**
 * Headings of tables of The Events Calendar in the languages of its translations, of Outlook in the same languages,
 * and of Google Calendar, Meetup and Eventbrite.
 */
import type { PostKind } from '../../../../kernel/post.ts'

/** Headings by kind of record and column, separated by bars. The first one is the heading in an export. */
const HEADINGS = {
  event: {
    key: 'Event ID | external_id | global_id | uid | id | Event UID',
    title: `Event Name | Event Title | Name | Title | Veranstaltungsname | Name der Veranstaltung | Titel |
      Nombre del evento | Título | Nom de l’évènement | Nom de l’événement | Titre | Nome evento | Titolo |
      Nome dell’evento | Naam evenement | Evenementnaam | Evenement naam | Nome do evento | Nome | Subject |
      Summary | Betreff | Asunto | Objet | Oggetto | Onderwerp | Assunto`,
    description: `Event Description | Description | Veranstaltungsbeschreibung | Beschreibung der Veranstaltung |
      Beschreibung | Descripción del evento | Descripción | Description de l’évènement |
      Description de l’événement | Descrizione evento | Descrizione dell’evento | Descrizione |
      Beschrijving evenement | Evenementbeschrijving | Beschrijving | Descrição do evento | Descrição | Body |
      Notes | Details | Event Details | Omschrijving`,
    excerpt: `Event Excerpt | Excerpt | Veranstaltungsauszug | Auszug | Extracto del evento | Extracto |
      Extrait de l’évènement | Extrait de l’événement | Extrait | Riassunto evento | Riassunto |
      Samenvatting evenement | Samenvatting | Resumo do evento | Resumo`,
    start_date: `Event Start Date | Start Date | Start | Startdatum der Veranstaltung | Veranstaltungsbeginn | Startdatum |
      Fecha de inicio del evento | Fecha de inicio | Date de début de l’évènement |
      Date de début de l’événement | Date de début | Data di inizio evento | Data inizio evento |
      Data di inizio | Startdatum evenement | Begindatum | Data de início do evento | Data de início |
      Event Date | Event Start | Starts | Date | Date and Time | Event Date and Time | Start Date and Time |
      Beginnt am | Beginn | Datum | Fecha de comienzo | Comienzo | Fecha | Début | Début le | Inizio | Data | Data inizio | Date & Time |
      Begin | Início`,
    start_time: `Event Start Time | Start Time | Startzeit der Veranstaltung | Startzeit | Hora de inicio del evento |
      Hora de inicio | Heure de début de l’évènement | Heure de début de l’événement | Heure de début |
      Ora di inizio evento | Ora inizio evento | Ora di inizio | Starttijd evenement | Starttijd | Begintijd |
      Hora de início do evento | Hora de início | Event Time | Time | Beginnt um | Uhrzeit | Hora de comienzo |
      Hora | Début à | Heure | Ora inizio | Ora | Tijd`,
    end_date: `Event End Date | End Date | End | Enddatum der Veranstaltung | Veranstaltungsende | Enddatum |
      Fecha de finalización del evento | Fecha de fin del evento | Fecha de finalización | Fecha de fin |
      Date de fin de l’évènement | Date de fin de l’événement | Date de fin | Data di fine evento |
      Data fine evento | Data di fine | Einddatum evenement | Einddatum | Data de término do evento |
      Data de término | Data de fim | Event End | Ends | End Date and Time | Endet am | Ende | Finalización |
      Fin | Fin le | Fine | Data fine | Einde | Término`,
    end_time: `Event End Time | End Time | Endzeit der Veranstaltung | Endzeit | Hora de finalización del evento |
      Hora de fin del evento | Hora de finalización | Hora de fin | Heure de fin de l’évènement |
      Heure de fin de l’événement | Heure de fin | Ora di fine evento | Ora fine evento | Ora di fine |
      Eindtijd evenement | Eindtijd | Hora de término do evento | Hora de término | Hora de fim | Endet um |
      Fin à | Ora fine`,
    timezone: `Event Timezone | Timezone | Time Zone | Zeitzone der Veranstaltung | Zeitzone | Zona horaria del evento |
      Zona horaria | Fuseau horaire de l’évènement | Fuseau horaire | Fuso orario evento | Fuso orario |
      Tijdzone evenement | Tijdzone | Fuso horário do evento | Fuso horário | Event Time Zone`,
    all_day: `All Day Event | All Day | Ganztägige Veranstaltung | Ganztägig | Evento de todo el día | Todo el día |
      Évènement d’une journée | Évènement sur toute la journée | Toute la journée | Evento per tutto il giorno |
      Tutto il giorno | Evenement hele dag | Hele dag | Evento de dia inteiro | Dia inteiro |
      Ganztägiges Ereignis | Journée entière | Evento di un giorno intero | Giornata intera |
      Evenement, duurt hele dag | Duurt hele dag`,
    hide_from_listings: `Hide Event From Event Listings | Hide From Event Listings | Hide From Listings |
      Veranstaltung in Liste ausblenden | Ocultar de la lista de eventos |
      Masquer de la liste des évènements | Nascondi dall’elenco eventi | Verbergen in evenementenlijst |
      Ocultar da lista de eventos`,
    sticky: `Event Sticky In Month View | Sticky In Month View | Sticky | Oben in der Monatsansicht |
      Fijo en la vista de mes | Épinglé dans la vue mensuelle | In evidenza nella vista mensile |
      Vastgezet in maandweergave | Fixo na visualização do mês`,
    featured: `Feature Event | Featured Event | Featured | Hervorgehobene Veranstaltung | Evento destacado |
      Destacado | Évènement à la une | Mis en avant | Evento in evidenza | Uitgelicht evenement | Uitgelicht |
      Evento em destaque`,
    venue: `Event Venue Name | Event Venue | Venue Name | Venue | Veranstaltungsort | Name des Veranstaltungsorts |
      Nombre del lugar del evento | Nombre del local | Lugar | Nom du lieu de l’évènement | Nom du lieu | Lieu |
      Nome luogo evento | Nome del luogo | Luogo | Naam locatie | Locatie | Nome do local do evento |
      Nome do local | Local | Event Location Name | Location Name`,
    organizer: `Event Organizer Name(s) or ID(s) | Event Organizer Name | Event Organizers | Organizer Name | Organizers |
      Organizer | Veranstalter | Name des Veranstalters | Nombre del organizador | Organizador |
      Nom de l’organisateur | Organisateur | Nome organizzatore | Organizzatore | Naam organisator |
      Organisator | Nome do organizador | Organized By | Hosted By | Hosts | Host | Group Name`,
    show_map_link: `Event Show Map Link | Show Map Link | Kartenlink anzeigen | Mostrar enlace del mapa |
      Afficher le lien de la carte | Mostra link mappa | Kaartlink tonen | Mostrar link do mapa`,
    show_map: `Event Show Map | Show Map | Karte anzeigen | Mostrar mapa | Afficher la carte | Mostra mappa |
      Kaart tonen`,
    cost: `Event Cost | Cost | Price | Eintritt | Kosten | Preis | Coste del evento | Coste | Precio |
      Coût de l’évènement | Coût | Tarif | Prix | Costo evento | Costo | Prezzo | Kosten evenement | Prijs |
      Custo do evento | Custo | Preço | Ticket Price`,
    currency_symbol: `Event Currency Symbol | Currency Symbol | Währungssymbol | Símbolo de moneda | Symbole de devise |
      Simbolo valuta | Valutasymbool | Símbolo da moeda`,
    currency_position: `Event Currency Position | Currency Position | Position des Währungssymbols | Posición de la moneda |
      Position de la devise | Posizione valuta | Valutapositie | Posição da moeda`,
    currency_code: `Event ISO Currency Code | ISO Currency Code | Currency Code | ISO-Währungscode | Código ISO de moneda |
      Code ISO de la devise | Codice ISO valuta | ISO-valutacode | Código ISO da moeda`,
    categories: `Event Category | Event Categories | Categories | Category | Veranstaltungskategorie | Kategorie |
      Kategorien | Categoría del evento | Categoría | Categorías | Catégorie de l’évènement | Catégorie |
      Catégories | Categoria evento | Categoria | Categorie | Evenementcategorie | Categorieën |
      Categoria do evento | Categorias`,
    tags: `Event Tags | Tags | Schlagwörter | Veranstaltungsschlagwörter | Etiquetas del evento | Etiquetas |
      Étiquettes de l’évènement | Étiquettes | Tag evento | Tag | Evenementtags | Tags do evento`,
    website: `Event Website | Website | URL | Webseite der Veranstaltung | Webseite | Sitio web del evento | Sitio web |
      Site web de l’évènement | Site web | Site de l’évènement | Sito web evento | Sito web | Evenementwebsite |
      Site do evento | Site | Event URL | Event Link | Link`,
    image: `Event Featured Image | Featured Image | Image | Beitragsbild | Bild | Imagen destacada | Imagen |
      Image mise en avant | Immagine in evidenza | Immagine | Uitgelichte afbeelding | Afbeelding |
      Imagem destacada | Imagem | Image URL | Event Image`,
    status: 'Event Status | Status | Statut',
    location: 'Location | Event Location | Where | Ort | Ubicación | Emplacement | Posizione | Localização',
    venue_address: `Venue Address | Event Venue Address | Event Address | Address | Street | Adresse | Dirección |
      Indirizzo | Adres | Endereço`,
    venue_city: 'Venue City | Event City | City | Stadt | Ciudad | Ville | Città | Plaats | Cidade',
    venue_state: 'Venue State/Province | Venue State | State/Province | State | Province | Provincia | Provincie',
    venue_zip: `Venue Zip | Venue Zip Code | Zip | Zip Code | Postal Code | PLZ | Código postal | Code postal | CAP |
      Postcode | CEP`,
    venue_country: 'Venue Country | Event Country | Country | Land | País | Pays | Paese',
    private: 'Private | Privat | Privado | Privé | Privato',
    sensitivity: `Sensitivity | Vertraulichkeit | Carácter | Critère de diffusion | Riservatezza | Gevoeligheid |
      Vertrouwelijkheid | Sensibilidade | Confidencialidade`,
    comments: 'Event Allow Comments | Allow Comments',
    pings: 'Event Allow Trackbacks and Pingbacks | Allow Trackbacks and Pingbacks',
  },
  venue: {
    key: 'Venue ID | id',
    venue: `Venue Name | Name | Veranstaltungsort | Name des Veranstaltungsorts | Nombre del local |
      Nombre del lugar | Nom du lieu | Nome del luogo | Nome luogo | Naam locatie | Locatienaam | Nome do local`,
    description:
      'Venue Description | Description | Beschreibung | Descripción | Descrizione | Beschrijving | Descrição',
    address: 'Venue Address | Address | Adresse | Dirección | Indirizzo | Adres | Endereço',
    address2: 'Venue Address 2 | Address 2 | Adresse 2 | Dirección 2 | Indirizzo 2 | Adres 2 | Endereço 2',
    city: 'Venue City | City | Stadt | Ort | Ciudad | Ville | Città | Plaats | Stad | Cidade',
    stateprovince: `Venue State/Province | State/Province | State | Province | Bundesland | Estado/Provincia | Provincia |
      État/Province | Région | Provincie | Estado/Província | Estado`,
    zip: `Venue Zip | Venue Zip Code | Zip | Postal Code | PLZ | Postleitzahl | Código postal | Code postal |
      CAP | Postcode | CEP`,
    country: 'Venue Country | Country | Land | País | Pays | Paese',
    phone: 'Venue Phone | Phone | Telefon | Teléfono | Téléphone | Telefono | Telefoon | Telefone',
    website: 'Venue Website | Website | URL | Webseite | Sitio web | Site web | Sito web | Site',
    image: `Venue Featured Image | Featured Image | Beitragsbild | Imagen destacada | Image mise en avant |
      Immagine in evidenza | Uitgelichte afbeelding | Imagem destacada`,
    show_map: `Venue Show Map | Show Map | Karte anzeigen | Mostrar mapa | Afficher la carte | Mostra mappa |
      Kaart tonen`,
    show_map_link: `Venue Show Map Link | Show Map Link | Kartenlink anzeigen | Mostrar enlace del mapa |
      Afficher le lien de la carte | Mostra link mappa | Kaartlink tonen | Mostrar link do mapa`,
    geo_lat: 'Venue Latitude | Latitude | Lat',
    geo_lng: 'Venue Longitude | Longitude | Lng | Lon',
  },
  organizer: {
    key: 'Organizer ID | id',
    organizer: `Organizer Name | Name | Veranstalter | Name des Veranstalters | Nombre del organizador |
      Nom de l’organisateur | Nome organizzatore | Nome dell’organizzatore | Naam organisator |
      Nome do organizador`,
    description:
      'Organizer Description | Description | Beschreibung | Descripción | Descrizione | Beschrijving | Descrição',
    email: 'Organizer Email | Email | E-Mail | Correo electrónico | E-mail | Adresse e-mail',
    website: 'Organizer Website | Website | URL | Webseite | Sitio web | Site web | Sito web | Site',
    phone: 'Organizer Phone | Phone | Telefon | Teléfono | Téléphone | Telefono | Telefoon | Telefone',
    image: `Organizer Featured Image | Featured Image | Beitragsbild | Imagen destacada | Image mise en avant |
      Immagine in evidenza | Uitgelichte afbeelding | Imagem destacada`,
  },
} as const satisfies Record<PostKind, Readonly<Record<string, string>>>

/** Names of the columns of a kind. */
export const listCsvColumns = (kind: PostKind): string[] => Object.keys(HEADINGS[kind])

/** Headings of a column. */
export function listCsvHeadings(kind: PostKind, column: string): string[] {
  const headings: Readonly<Record<string, string>> = HEADINGS[kind]
  return (headings[column] ?? '').split('|').map((heading) => heading.trim())
}
