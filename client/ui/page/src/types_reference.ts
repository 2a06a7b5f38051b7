// The JSON of `GET /api/reference`: what `cpsizer explain` knows.

export interface ReferenceRule {
  id: string;
  severity?: string;
  meaning?: string;
  why?: string;
  remedy?: string;
  wrong?: string;
  right?: string;
}

export interface ReferenceWord { id: string; group?: string; meaning?: string; remedy?: string; seen?: string }

export interface ReferenceField { path: string; type?: string; meaning?: string }

export interface Reference { rules?: ReferenceRule[]; words?: ReferenceWord[]; fields?: ReferenceField[] }
