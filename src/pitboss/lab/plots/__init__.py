"""Plots of the lab: plot data, which matplotlib draws into files and the browser draws on its pages."""
