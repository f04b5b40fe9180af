// The options of spec §3, as stored and in the API.
export const workAreas = [
  'finance',
  'HR',
  'IT-Engineering',
  'legal',
  'marketing-growth',
  'ops',
  'product',
  'sales-businessDevelopment',
  'security',
  'support',
  'executive',
  'other',
  'n/a',
] as const;
export const industries = [
  'e-commerce',
  'automation-consulting',
  'systems-integration',
  'government',
  'legal-industry',
  'healthcare',
  'finance-industry',
  'security-industry',
  'saas',
  'other',
] as const;
export const companySizes = ['<20', '20-99', '100-499', '500-999', '1000+', 'personalUser'] as const;
/** 0: none; 5: professional. */
export const codingSkills = [0, 1, 2, 3, 4, 5] as const;
