import { expect, test } from 'vitest';
import { codingSkills, companySizes, industries, workAreas } from '#app/domain/account/survey-options.ts';

test('the options of the survey are those of spec §3', () => {
  expect(workAreas.join(', ')).toBe(
    'finance, HR, IT-Engineering, legal, marketing-growth, ops, product, sales-businessDevelopment, security, support, executive, other, n/a',
  );
  expect(industries.join(', ')).toBe(
    'e-commerce, automation-consulting, systems-integration, government, legal-industry, healthcare, finance-industry, security-industry, saas, other',
  );
  expect(companySizes.join(', ')).toBe('<20, 20-99, 100-499, 500-999, 1000+, personalUser');
  expect(codingSkills).toEqual([0, 1, 2, 3, 4, 5]);
});
